import { RevstoreError } from '@revstore/errors';
import { comparePaths, relativeTo } from '../fspath/index.js';
import { lockErrors } from './lock-errors.js';
import { isExpired, lockDigest, type StoredLock } from './lock-file.js';
import { removeLocks, type LockableStore } from './lock-store.js';

/** Who commits, and the tokens that are given with the commit. */
export interface LockAccess {
  readonly username?: string;
  readonly tokens?: ReadonlySet<string>;
}

/** A path that a commit changes. */
export interface LockedChange {
  readonly path: string;
  /** Whether locks below the path count as well: for all that is added, deleted or replaced, but not for a mere modification. */
  readonly recursive: boolean;
}

/**
 * Checks that a commit may change what is locked: of each lock on a changed path, and below one where that is recursive,
 * the user must be the owner and must have given the token. Locks that have expired are removed.
 *
 * The write lock is held.
 *
 * @param changes canonical paths, in any order.
 * @throws RevstoreError `FS_NO_USER` (E160034), `FS_LOCK_OWNER_MISMATCH` (E160039), `FS_LOCK_TOKEN_MISSING` (E160037)
 * @see libsvn_fs_fs/transaction.c#verify_locks
 */
export function checkLocks(store: LockableStore, changes: Iterable<LockedChange>, access: LockAccess): void {
  // Most repositories have no lock at all, and an index at the root where they have.
  if (!store.locks.read(lockDigest('/'))) return;
  let checked: string | undefined;
  for (const { path, recursive } of [...changes].sort((a, b) => comparePaths(a.path, b.path))) {
    if (checked !== undefined && relativeTo(checked, path) !== undefined) continue;
    for (const lock of recursive ? store.locks.storedLocksBelow(path) : ownLock(store, path)) {
      if (isExpired(lock)) removeLocks(store, [lock.path]);
      else verifyLock(lock, access);
    }
    if (recursive) checked = path;
  }
}

/**
 * Checks that somebody may change what a lock is on.
 *
 * @throws RevstoreError as {@link checkLocks}.
 * @see libsvn_fs_fs/lock.c#verify_lock
 */
export function verifyLock(lock: StoredLock, { username, tokens }: LockAccess): void {
  const data = { path: lock.path, lock };
  if (username === undefined)
    throw new RevstoreError(
      lockErrors.FS_NO_USER,
      `Cannot verify lock on path '${lock.path}'; no username available`,
      { data },
    );
  if (username !== lock.owner)
    throw new RevstoreError(
      lockErrors.FS_LOCK_OWNER_MISMATCH,
      `User '${username}' does not own lock on path '${lock.path}' (currently locked by '${lock.owner}')`,
      { data },
    );
  if (!tokens?.has(lock.token))
    throw new RevstoreError(
      lockErrors.FS_LOCK_TOKEN_MISSING,
      `Cannot verify lock on path '${lock.path}'; no matching lock-token available`,
      { data },
    );
}

function ownLock(store: LockableStore, path: string): StoredLock[] {
  const lock = store.locks.read(lockDigest(path))?.lock;
  return lock ? [lock] : [];
}
