import { argumentError, commandLineError, defineSubcommand, jsonLine } from '@revstore/command-line';
import { openRepository } from '@revstore/repository';
import type { RepoadminState } from '../repoadmin-state.js';

export default defineSubcommand<RepoadminState>({
  summary: 'Remove a lock as its owner.',
  usage: ['unlock REPOS_PATH LOCKED_PATH USERNAME TOKEN'],
  help: 'The lock must be that of USERNAME, with the token TOKEN. The hooks pre-unlock and post-unlock are run.',
  options: ['bypass-hooks', 'quiet', 'json'],
  async run({ state, operands, output, signal }) {
    const [repositoryPath, lockedPath, user, token, ...more] = operands;
    if (token === undefined) throw commandLineError('CL_INSUFFICIENT_ARGS', 'Not enough arguments');
    if (more.length > 0) throw argumentError('Too many arguments');
    await using repository = await openRepository(repositoryPath!);
    const run = !state.bypassHooks;
    const { results, hookFailure } = await repository.unlock([{ path: lockedPath!, token }], {
      user: user!,
      hooks: { pre: run, post: run },
      signal,
    });
    const { path, error } = results[0]!;
    if (error) throw error;
    if (hookFailure) throw hookFailure;
    if (state.json) output.write(jsonLine({ event: 'unlocked', path }));
    else if (!state.quiet) output.write(`'${path}' unlocked by user '${user!}'.\n`);
  },
});
