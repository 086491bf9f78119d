/**
 * Locks on paths, as Subversion writes and reads them. Owns `locks/`.
 *
 * @see structure#Locks layout
 */
export { checkLocks, verifyLock, type LockAccess, type LockedChange } from './check-locks.js';
export { lockErrors } from './lock-errors.js';
export {
  isExpired,
  lockDigest,
  parseLockFile,
  serializeLockFile,
  type LockFile,
  type StoredLock,
} from './lock-file.js';
export { checkLockComment } from './lock-input.js';
export {
  canonicalTargets,
  lockPaths,
  unlockPaths,
  type LockPathsOptions,
  type LockTarget,
  type PathLockResult,
  type UnlockPathsOptions,
  type UnlockTarget,
} from './lock-paths.js';
export type { LockableStore } from './lock-store.js';
export { PathLockReader } from './path-lock-reader.js';
