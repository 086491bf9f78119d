import { RevstoreError } from '@revstore/errors';
import { lockErrors, unlockPaths as unlockInStore, type Store } from '@revstore/fsfs';
import type { PathLockOutcome, PathLockResult, UnlockOptions, UnlockTarget } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import { refused, sortedResults, targetsOf } from './targets.js';

/**
 * Removes locks: `pre-unlock` is asked for each path; then all are unlocked at once; then `post-unlock` is told of those
 * that are. A target without a token stands for the lock that is there now, so that only its owner matters, as where
 * Subversion's client unlocks a URL.
 *
 * @throws RevstoreError `FS_NO_USER` (E160034), `FS_PATH_SYNTAX`; of the system; the signal's reason, up to the moment when
 * the write lock is held.
 * @see libsvn_repos/fs-wrap.c#svn_repos_fs_unlock_many
 */
export async function unlockPaths(
  store: Store,
  hooks: Hooks,
  targets: readonly (string | UnlockTarget)[],
  options: UnlockOptions,
): Promise<PathLockOutcome> {
  const { user, force = false, signal } = options;
  const { pre = true, post = true } = options.hooks ?? {};
  const wanted = targetsOf(targets);
  if (wanted.length === 0) return { results: [] };
  if (user === undefined)
    throw new RevstoreError(lockErrors.FS_NO_USER, 'Cannot unlock, no authenticated username available');

  const results: PathLockResult[] = [];
  const allowed: UnlockTarget[] = [];
  const stopping = signal === undefined ? {} : { signal };
  for (const { path, token: given } of wanted) {
    const token = given ?? (force ? undefined : store.locks.lock(path)?.token);
    const target = { path, ...(token === undefined ? {} : { token }) };
    try {
      if (pre) await hooks.preUnlock({ ...target, user, breaking: force }, stopping);
      allowed.push(target);
    } catch (error) {
      results.push(refused(path, error));
    }
  }
  results.push(...(await unlockInStore(store, allowed, { username: user, force, ...stopping })));
  const unlocked = results.filter(({ error }) => !error).map(({ path }) => path);
  // The locks are gone: from here on nothing may look as if they were not.
  const hookFailure =
    post && unlocked.length > 0 ? await hooks.postUnlock({ paths: unlocked, user }) : undefined;
  return { results: sortedResults(results), ...(hookFailure === undefined ? {} : { hookFailure }) };
}
