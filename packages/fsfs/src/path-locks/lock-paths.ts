import { randomUUID } from 'node:crypto';
import { formatStoredDate } from '@revstore/bytes';
import { acquireLock } from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import { fsErrors, wrongKind } from '../fsfs-errors/index.js';
import { canonicalPath, comparePaths } from '../fspath/index.js';
import { checkLockComment, tokenError } from './lock-input.js';
import { alreadyLocked, lockErrors, noSuchLock, noUser } from './lock-errors.js';
import { isExpired, lockDigest, type StoredLock } from './lock-file.js';
import { addToIndexes, removeLocks, writeLock, type LockableStore } from './lock-store.js';

/** A path to lock. */
export interface LockTarget {
  readonly path: string;
  /** The token that the lock gets, `opaquelocktoken:` and more; default a new one. */
  readonly token?: string;
  /** Revision that the caller knows the file at; a file that changed since is not locked. */
  readonly currentRevision?: number;
}

/** A path to unlock. */
export interface UnlockTarget {
  readonly path: string;
  /** The token of the lock; not needed to break it. */
  readonly token?: string;
}

/** What became of one path: `lock` is the lock that was made; either that (for an unlock, nothing) or `error`. */
export interface PathLockResult {
  readonly path: string;
  readonly lock?: StoredLock;
  readonly error?: RevstoreError;
}

/** How paths are locked. */
export interface LockPathsOptions {
  readonly username?: string;
  readonly comment?: string;
  /** Whether the comment is an XML fragment that a DAV client sent; default false. */
  readonly isDavComment?: boolean;
  /** When the lock ends; default never. */
  readonly expires?: Date;
  /** Whether a lock that is there is replaced, whoever has it; default false. */
  readonly steal?: boolean;
  /** Ends the wait for the write lock. */
  readonly signal?: AbortSignal;
}

/** How paths are unlocked. */
export interface UnlockPathsOptions {
  readonly username?: string;
  /** Whether a lock is removed without its token, whoever has it; default false. */
  readonly force?: boolean;
  /** Ends the wait for the write lock. */
  readonly signal?: AbortSignal;
}

/**
 * Locks paths, under the write lock.
 *
 * @returns what became of each path, in Subversion's order of paths: a path that can't be locked does not keep others from it.
 * @throws RevstoreError `FS_NO_USER` (E160034), `XML_UNESCAPABLE_DATA` (E130004); of the system.
 * @see libsvn_fs_fs/lock.c#svn_fs_fs__lock
 */
export async function lockPaths(
  store: LockableStore,
  targets: readonly LockTarget[],
  options: LockPathsOptions,
): Promise<PathLockResult[]> {
  const { username, comment, expires, isDavComment = false, steal = false } = options;
  if (comment !== undefined) checkLockComment(comment);
  if (expires && !(expires.getTime() > 0))
    throw new TypeError('The date when a lock ends must be after 1970');
  const results: PathLockResult[] = [];
  const accepted: LockTarget[] = [];
  for (const target of canonicalTargets(targets)) {
    const error = tokenError(target.token);
    if (error) results.push({ path: target.path, error });
    else accepted.push(target);
  }
  if (accepted.length > 0) {
    if (username === undefined) throw noUser(store.ids.uuid);
    await underWriteLock(store, options.signal, () => {
      const free: LockTarget[] = [];
      const youngest = store.youngest();
      const tree = store.tree(youngest);
      for (const target of accepted) {
        const { path } = target;
        const error = staleness(store, tree.find(path), youngest, target) ?? occupation(store, path, steal);
        if (error) results.push({ path, error });
        else free.push(target);
      }
      addToIndexes(
        store,
        free.map(({ path }) => path),
      );
      for (const { path, token = `opaquelocktoken:${randomUUID()}` } of free)
        results.push(
          attempt(path, () => {
            const lock: StoredLock = {
              path,
              token,
              owner: username,
              ...(comment === undefined ? {} : { comment }),
              isDavComment,
              creationDate: formatStoredDate(now()),
              ...(expires ? { expirationDate: formatStoredDate(expires.getTime() * 1000) } : {}),
            };
            writeLock(store, lock);
            return { path, lock };
          }),
        );
    });
  }
  return results.sort((a, b) => comparePaths(a.path, b.path));
}

/**
 * Removes locks, under the write lock.
 *
 * @returns what became of each path, in Subversion's order of paths.
 * @throws RevstoreError `FS_NO_USER` (E160034); of the system.
 * @see libsvn_fs_fs/lock.c#svn_fs_fs__unlock
 */
export async function unlockPaths(
  store: LockableStore,
  targets: readonly UnlockTarget[],
  options: UnlockPathsOptions,
): Promise<PathLockResult[]> {
  const { username, force = false } = options;
  if (username === undefined) throw noUser(store.ids.uuid);
  const wanted = canonicalTargets(targets);
  if (wanted.length === 0) return [];
  return underWriteLock(store, options.signal, () => {
    const results = wanted.map(({ path, token }): PathLockResult => {
      const error = refusal(store, path, token, username, force);
      return error ? { path, error } : { path };
    });
    removeLocks(
      store,
      results.filter(({ error }) => !error).map(({ path }) => path),
    );
    return results;
  });
}

/**
 * Targets with canonical paths, each path once, in Subversion's order; of several for one path the first with a token
 * counts.
 *
 * @throws RevstoreError `FS_PATH_SYNTAX`
 */
export function canonicalTargets(targets: readonly LockTarget[]): LockTarget[] {
  const byPath = new Map<string, LockTarget>();
  for (const target of targets) {
    const path = canonicalPath(target.path);
    const known = byPath.get(path);
    if (!known || (known.token === undefined && target.token !== undefined))
      byPath.set(path, { ...target, path });
  }
  return [...byPath.values()].sort((a, b) => comparePaths(a.path, b.path));
}

async function underWriteLock<T>(
  store: LockableStore,
  signal: AbortSignal | undefined,
  body: () => T,
): Promise<T> {
  const { writeLock: file, current } = store.paths;
  const lock = await acquireLock(file, { modeFrom: current, ...(signal ? { signal } : {}) });
  try {
    store.files.refresh();
    return body();
  } finally {
    lock.release();
  }
}

/** Why a node can't be locked, whoever wants to. */
function staleness(
  store: LockableStore,
  node: { readonly kind: 'file' | 'dir'; readonly id: { readonly revision: number } } | undefined,
  youngest: number,
  { path, currentRevision }: LockTarget,
): RevstoreError | undefined {
  const data = { path };
  if (node?.kind === 'dir') return wrongKind('file', path, store.ids.uuid);
  if (!node)
    return new RevstoreError(
      currentRevision === undefined ? fsErrors.FS_NOT_FOUND : lockErrors.FS_OUT_OF_DATE,
      `Path '${path}' doesn't exist in HEAD revision`,
      { data },
    );
  if (currentRevision === undefined) return undefined;
  if (currentRevision > youngest)
    return new RevstoreError(fsErrors.FS_NO_SUCH_REVISION, `No such revision ${currentRevision}`, { data });
  if (currentRevision < node.id.revision)
    return new RevstoreError(lockErrors.FS_OUT_OF_DATE, `Lock failed: newer version of '${path}' exists`, {
      data: { path, revision: node.id.revision },
    });
  return undefined;
}

/** A lock in the way of a new one; one that has expired is removed. */
function occupation(store: LockableStore, path: string, steal: boolean): RevstoreError | undefined {
  const lock = store.locks.read(lockDigest(path))?.lock;
  if (!lock) return undefined;
  if (isExpired(lock)) removeLocks(store, [path]);
  else if (!steal) return alreadyLocked(lock, store.ids.uuid);
  return undefined;
}

/** Why a path can't be unlocked; a lock that has expired is removed. */
function refusal(
  store: LockableStore,
  path: string,
  token: string | undefined,
  username: string,
  force: boolean,
): RevstoreError | undefined {
  const { uuid } = store.ids;
  const lock = store.locks.read(lockDigest(path))?.lock;
  if (!lock) return noSuchLock(path, uuid);
  if (isExpired(lock)) {
    removeLocks(store, [path]);
    return new RevstoreError(
      lockErrors.FS_LOCK_EXPIRED,
      `Lock has expired: lock-token '${lock.token}' in filesystem '${uuid}'`,
      { data: { path } },
    );
  }
  if (force) return undefined;
  if (token !== lock.token) return noSuchLock(path, uuid);
  if (username !== lock.owner)
    return new RevstoreError(
      lockErrors.FS_LOCK_OWNER_MISMATCH,
      `User '${username}' is trying to use a lock owned by '${lock.owner}' in filesystem '${uuid}'`,
      { data: { path, lock } },
    );
  return undefined;
}

/** Failing to write one lock does not keep others from being made. */
function attempt(path: string, write: () => PathLockResult): PathLockResult {
  try {
    return write();
  } catch (error) {
    if (error instanceof RevstoreError) return { path, error };
    throw error;
  }
}

/** Microseconds since 1970. */
function now(): number {
  // Date has milliseconds only; the digits after them come from the finer clock.
  return Date.now() * 1000 + Math.floor((performance.now() * 1000) % 1000);
}
