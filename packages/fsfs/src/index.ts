/** The FSFS revision store. */
export { alreadyExists, corrupt, fsErrors, wrongKind } from './fsfs-errors/index.js';
export type { FilesystemFormat, FormatFeatures } from './format/index.js';
export { serializeNoderevId, type NoderevId } from './ids/index.js';
export {
  baseName,
  canonicalPath,
  comparePaths,
  joinPath,
  parentPath,
  pathComponents,
  pathFault,
  relativeTo,
} from './fspath/index.js';
export type { FsfsSettings } from './config/index.js';
export type { Change } from './changes/index.js';
export type { Directory, DirectoryEntry, Noderev } from './nodes/index.js';
export { TextCache, type Representation } from './reps/index.js';
export { changeRevprop, storedTime, type ChangeRevpropOptions, type RevpropStore } from './revprops/index.js';
export {
  canonicalTargets,
  checkLockComment,
  checkLocks,
  lockErrors,
  lockPaths,
  unlockPaths,
  type LockableStore,
  type LockAccess,
  type LockedChange,
  type LockPathsOptions,
  type LockTarget,
  type PathLockResult,
  type StoredLock,
  type UnlockPathsOptions,
  type UnlockTarget,
} from './path-locks/index.js';
export { locatePath, pathHistory, RevisionTree, type HistoryPoint } from './tree/index.js';
export { Store, type StoreOptions } from './store/index.js';
export { createFilesystem, type CreateFilesystemOptions } from './create/index.js';
export {
  abortTransaction,
  beginTransaction,
  encodeText,
  Transaction,
  TransactionEditor,
  type EncodedText,
  type StoredText,
  type TransactionNode,
} from './txn/index.js';
export { AnnouncedTransaction, listAnnounced, removeTransaction } from './announced/index.js';
export { commitTransaction, type CommitOutcome, type CommitTransactionOptions } from './commit/index.js';
export type { RepRow, StoredRep } from './stored-reps/index.js';
export {
  openRepIndex,
  withRepIndex,
  type OpenRepIndexOptions,
  type RepIndex,
  type RepIndexProblem,
  type RepIndexReason,
} from './rep-index/index.js';
export { readRepCache } from './rep-cache/index.js';
export {
  buildRepCache,
  type BuildRepCacheOptions,
  type BuildRepCacheResult,
} from './build-repcache/index.js';
