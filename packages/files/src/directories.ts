import { readdirSync, statSync, type Dirent } from 'node:fs';
import { dirname } from 'node:path';
import { isSystemError, systemError } from '@revstore/errors';
import { fileSystemCalls } from './file-system-calls.js';
import type { FlushPolicy } from './flush-policy.js';
import { copyModeAndGroup, setGroupIdBit } from './modes.js';

/** How a directory is made. */
export interface MakeDirectoryOptions {
  /** A directory whose permission bits and group the new one takes; without one, 0o777 lessened by the umask. */
  readonly modeFrom?: string;
  /** Set the set-gid bit, so that what is created inside inherits the group; default false. */
  readonly setGroupId?: boolean;
  /** Whether an existing directory is taken as it is, without an error; default false. */
  readonly mayExist?: boolean;
  /** Default `durable`: the parent directory is flushed. */
  readonly flush?: FlushPolicy;
}

/**
 * Makes one directory; its parent must exist.
 *
 * @returns whether it was made (false only with `mayExist`).
 * @throws RevstoreError `Can't create directory '…'`.
 */
export function makeDirectoryDurably(path: string, options: MakeDirectoryOptions = {}): boolean {
  try {
    fileSystemCalls.makeDirectory(path, 0o777);
  } catch (error) {
    if (options.mayExist === true && isSystemError(error) && error.code === 'EEXIST') return false;
    throw systemError(error, `Can't create directory '${path}'`, { path });
  }
  if (options.modeFrom !== undefined) copyModeAndGroup(options.modeFrom, path);
  if (options.setGroupId === true) setGroupIdBit(path);
  if (options.flush !== 'none') flushDirectory(dirname(path));
  return true;
}

/** Waits until the entries of a directory are on disk; does nothing on Windows, which has no such call. */
export function flushDirectory(path: string): void {
  if (process.platform === 'win32') return;
  try {
    fileSystemCalls.flushDirectory(path);
  } catch (error) {
    const opening = isSystemError(error) && error.syscall === 'open';
    throw systemError(error, opening ? `Can't open file '${path}'` : `Can't flush file '${path}' to disk`, {
      path,
    });
  }
}

/**
 * The entries of a directory in the system's order, without `.` and `..`.
 *
 * @throws RevstoreError `Can't open directory '…'`.
 */
export function readDirectory(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    throw systemError(error, `Can't open directory '${path}'`, { path });
  }
}

/** Removes an empty directory. @throws RevstoreError `Can't remove directory '…'`. */
export function removeDirectory(path: string): void {
  try {
    fileSystemCalls.removeDirectory(path);
  } catch (error) {
    throw systemError(error, `Can't remove directory '${path}'`, { path });
  }
}

/**
 * Removes a file or a directory with all that is in it; symbolic links are removed, never followed. What is not there
 * is no error.
 *
 * @throws RevstoreError `Can't remove file '…'`, `Can't remove directory '…'` or `Can't open directory '…'`.
 */
export function removeTree(path: string): void {
  let entries: Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'ENOENT') return;
    if (error.code === 'ENOTDIR') {
      removeFile(path);
      return;
    }
    throw systemError(error, `Can't open directory '${path}'`, { path });
  }
  for (const entry of entries) {
    const child = `${path}/${entry.name}`;
    if (entry.isDirectory()) removeTree(child);
    else removeIfExists(child);
  }
  removeDirectory(path);
}

/** Removes a file. @throws RevstoreError `Can't remove file '…'`. */
export function removeFile(path: string): void {
  try {
    fileSystemCalls.unlink(path);
  } catch (error) {
    throw systemError(error, `Can't remove file '${path}'`, { path });
  }
}

/**
 * Removes a file where there is one.
 *
 * @returns whether there was one.
 * @throws RevstoreError `Can't remove file '…'`.
 */
export function removeIfExists(path: string): boolean {
  try {
    fileSystemCalls.unlink(path);
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return false;
    throw systemError(error, `Can't remove file '${path}'`, { path });
  }
}

/** Tells a directory from another one that has or had its name: device and inode. @throws RevstoreError `Can't stat '…'`. */
export function directoryIdentity(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    throw systemError(error, `Can't stat '${path}'`, { path });
  }
}
