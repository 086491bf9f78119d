import { argumentError, defineSubcommand, jsonLine } from '@revstore/command-line';
import { openRepository } from '@revstore/repository';
import { formatLock, jsonLock } from '../lock-block.js';
import type { RepoadminState } from '../repoadmin-state.js';

export default defineSubcommand<RepoadminState>({
  summary: 'Show the locks on a path and below it.',
  usage: ['lslocks REPOS_PATH [PATH-IN-REPOS]'],
  help: 'Without PATH-IN-REPOS all locks of the repository are shown.',
  options: ['json'],
  async run({ state, operands, output }) {
    const [repositoryPath, path, ...more] = operands;
    if (more.length > 0) throw argumentError('Too many arguments given');
    await using repository = await openRepository(repositoryPath!);
    for (const lock of await repository.locks(path)) {
      output.write(state.json ? jsonLine(jsonLock(lock)) : formatLock(lock));
      await output.ready();
    }
  },
});
