import { defineSubcommand, jsonLine } from '@revstore/command-line';
import { openRepository } from '@revstore/repository';
import type { RepoadminState } from '../repoadmin-state.js';
import { repositoryArgument } from '../repository-argument.js';

export default defineSubcommand<RepoadminState>({
  summary: 'Print the youngest revision.',
  usage: ['youngest REPOS_PATH'],
  options: ['no-newline', 'json'],
  async run({ state, operands, output }) {
    await using repository = await openRepository(repositoryArgument(operands));
    const youngest = await repository.youngest();
    output.write(state.json ? jsonLine({ youngest }) : `${youngest}${state.noNewline ? '' : '\n'}`);
  },
});
