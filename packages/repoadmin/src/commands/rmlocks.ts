import { userInfo } from 'node:os';
import { argumentError, defineSubcommand, formatError, jsonLine } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { openRepository, type Repository } from '@revstore/repository';
import type { RepoadminState } from '../repoadmin-state.js';

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without a name; locks are broken by anybody.
    return 'administrator';
  }
}

/** @returns whether there was a lock. */
async function breakLock(repository: Repository, path: string, signal: AbortSignal): Promise<boolean> {
  if (!(await repository.getLock(path))) return false;
  const [result] = (
    await repository.unlock([path], {
      user: userName(),
      force: true,
      hooks: { pre: false, post: false },
      signal,
    })
  ).results;
  if (result!.error) throw result!.error;
  return true;
}

export default defineSubcommand<RepoadminState>({
  summary: 'Remove locks, whoever has them.',
  usage: ['rmlocks REPOS_PATH LOCKED_PATH...'],
  help: 'No hooks are run.',
  options: ['quiet', 'json'],
  async run({ state, operands, output, report, signal }) {
    const [repositoryPath, ...lockedPaths] = operands;
    await using repository = await openRepository(repositoryPath!);
    if (lockedPaths.length === 0) throw argumentError('No paths to unlock provided');
    for (const lockedPath of lockedPaths) {
      try {
        const removed = await breakLock(repository, lockedPath, signal);
        const path = `/${lockedPath.split('/').filter(Boolean).join('/')}`;
        if (state.json) output.write(jsonLine({ event: removed ? 'unlocked' : 'not-locked', path }));
        else if (!state.quiet)
          output.write(removed ? `Removed lock on '${path}'.\n` : `Path '${path}' isn't locked.\n`);
      } catch (error) {
        // As svnadmin goes on, and ends with success.
        if (!(error instanceof RevstoreError)) throw error;
        report.print(formatError('repoadmin: ', error));
      }
    }
  },
});
