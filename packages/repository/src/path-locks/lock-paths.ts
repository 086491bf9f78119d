import { RevstoreError } from '@revstore/errors';
import { checkLockComment, lockErrors, lockPaths as lockInStore, type Store } from '@revstore/fsfs';
import type { LockOptions, LockTarget, PathLockOutcome, PathLockResult } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import { refused, sortedResults, targetsOf } from './targets.js';

/**
 * Locks paths: `pre-lock` is asked for each, may refuse it and may choose its token; then all are locked at once; then
 * `post-lock` is told of those that are.
 *
 * @throws RevstoreError `FS_NO_USER` (E160034), `XML_UNESCAPABLE_DATA` (E130004), `FS_PATH_SYNTAX`; of the system; the
 * signal's reason, up to the moment when the write lock is held.
 * @see libsvn_repos/fs-wrap.c#svn_repos_fs_lock_many
 */
export async function lockPaths(
  store: Store,
  hooks: Hooks,
  targets: readonly (string | LockTarget)[],
  options: LockOptions,
): Promise<PathLockOutcome> {
  const { user, comment, isDavComment, expires, steal = false, signal } = options;
  const { pre = true, post = true } = options.hooks ?? {};
  const wanted = targetsOf(targets);
  if (wanted.length === 0) return { results: [] };
  if (user === undefined)
    throw new RevstoreError(lockErrors.FS_NO_USER, 'Cannot lock path, no authenticated username available.');
  if (comment !== undefined) checkLockComment(comment);

  const results: PathLockResult[] = [];
  const allowed: LockTarget[] = [];
  const about = { user, stealing: steal, ...(comment === undefined ? {} : { comment }) };
  const stopping = signal === undefined ? {} : { signal };
  for (const target of wanted) {
    try {
      const token = pre ? await hooks.preLock({ ...about, path: target.path }, stopping) : undefined;
      allowed.push(token === undefined ? target : { ...target, token });
    } catch (error) {
      results.push(refused(target.path, error));
    }
  }
  results.push(
    ...(await lockInStore(store, allowed, {
      username: user,
      steal,
      ...(comment === undefined ? {} : { comment }),
      ...(isDavComment === undefined ? {} : { isDavComment }),
      ...(expires === undefined ? {} : { expires }),
      ...stopping,
    })),
  );
  const locked = results.filter((result) => result.lock).map(({ path }) => path);
  // The locks stand: from here on nothing may look as if they did not.
  const hookFailure = post && locked.length > 0 ? await hooks.postLock({ paths: locked, user }) : undefined;
  return { results: sortedResults(results), ...(hookFailure === undefined ? {} : { hookFailure }) };
}
