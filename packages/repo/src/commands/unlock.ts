import { commandLineError, defineSubcommand, jsonLine, parseTarget } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { chooseAuthor } from '../author.js';
import { targetsWithoutPeg } from '../change-revision-property.js';
import { Locations } from '../locations.js';
import { findLockTargets, type LockTargets } from '../lock-targets.js';
import { repoErrors } from '../repo-errors.js';
import type { RepoState } from '../repo-state.js';

/** Where one target is not locked, none is unlocked. @throws RevstoreError CLIENT_MISSING_LOCK_TOKEN (E195013) */
async function checkLocked({ repository, paths, parent }: LockTargets): Promise<void> {
  for (const path of paths) {
    if (await repository.getLock(path)) continue;
    const relative = path.slice(parent === '/' ? 1 : parent.length + 1);
    throw new RevstoreError(repoErrors.CLIENT_MISSING_LOCK_TOKEN, `'${relative}' is not locked`, {
      data: { path },
    });
  }
}

export default defineSubcommand<RepoState>({
  summary: 'Remove locks from files of a repository.',
  usage: ['unlock TARGET...'],
  help: 'The locks must be those of --username, else of REPO_USER, else of the user of the system.',
  options: ['targets', 'force', 'quiet', 'json'],
  optionDescriptions: { force: 'break locks of others', quiet: 'print nothing' },
  async run({ state, operands, output, report, signal }) {
    const targets = targetsWithoutPeg({ state, operands, report }, false).map(
      (text) => parseTarget(text).target,
    );
    if (targets.length === 0) throw commandLineError('CL_INSUFFICIENT_ARGS');
    await using locations = new Locations();
    const found = await findLockTargets(targets, locations);
    if (!state.force) await checkLocked(found);
    const user = chooseAuthor(state.username) || undefined;
    const { results, hookFailure } = await found.repository.unlock(found.paths, {
      force: state.force,
      signal,
      ...(user === undefined ? {} : { user }),
    });
    for (const { path, error } of results) {
      const url = found.urlOf(path);
      if (!error && state.json) output.write(jsonLine({ event: 'unlocked', path, url }));
      else if (state.quiet) continue;
      else if (error) report.warn(error);
      else output.write(`'${url}' unlocked.\n`);
    }
    if (hookFailure) throw hookFailure;
    if (results.some(({ error }) => error))
      throw commandLineError('ILLEGAL_TARGET', 'One or more locks could not be released');
  },
});
