/** Positional reads, durable writes, modes of shared files and file locks, with errors in Subversion's words. */
export { filesErrors } from './files-errors.js';
export { readWholeFile, readWholeFileIfExists } from './whole-file.js';
export { PositionalFile } from './positional-file.js';
export type { FlushPolicy } from './flush-policy.js';
export { AppendFile, type AppendFileOptions } from './append-file.js';
export {
  moveIntoPlace,
  renameDurably,
  replaceFile,
  writeNewFile,
  type PlacementOptions,
  type ReplaceFileOptions,
} from './replace-file.js';
export {
  directoryIdentity,
  flushDirectory,
  makeDirectoryDurably,
  readDirectory,
  removeDirectory,
  removeFile,
  removeIfExists,
  removeTree,
  type MakeDirectoryOptions,
} from './directories.js';
export { copyModeAndGroup, setGroupIdBit, setMode } from './modes.js';
export { isTemporaryName, temporaryName, temporaryPathBeside } from './temporary-names.js';
export {
  acquireLock,
  isLockedByOthers,
  tryLock,
  type FileLock,
  type LockOptions,
} from './locks/file-lock.js';
export { tryRangeLock, type LockedRange } from './locks/range-lock.js';
