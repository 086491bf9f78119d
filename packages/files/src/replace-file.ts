import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSystemError, systemError } from '@revstore/errors';
import { flushDirectory, removeIfExists } from './directories.js';
import { fileSystemCalls } from './file-system-calls.js';
import { wrapError } from './files-errors.js';
import type { FlushPolicy } from './flush-policy.js';
import { copyModeAndGroup, setMode } from './modes.js';
import { temporaryPathBeside } from './temporary-names.js';

/** How a file is replaced or moved into its place. */
export interface PlacementOptions {
  /** A file whose permission bits and group the placed one takes; it may be the replaced file itself. */
  readonly modeFrom?: string;
  /** Exact permission bits instead; without either, 0o666 lessened by the umask (a moved file keeps its own). */
  readonly mode?: number;
  /** Default `durable`. */
  readonly flush?: FlushPolicy;
}

/** As {@link PlacementOptions}, for a file that is written anew. */
export type ReplaceFileOptions = PlacementOptions;

/**
 * Puts `bytes` where `path` is, so that any reader sees the old file or the whole new one: written under a temporary
 * name beside it, flushed, renamed, and the directory flushed. After any failure the temporary file is gone and the old one untouched.
 *
 * @throws RevstoreError `Can't write '…' atomically` with the failed call as its cause.
 * @see libsvn_subr/io.c#svn_io_write_atomic2
 */
export function replaceFile(path: string, bytes: Uint8Array, options: ReplaceFileOptions = {}): void {
  const temporary = temporaryPathBeside(path);
  try {
    writeNewFile(temporary, bytes, options);
    try {
      rename(temporary, path);
    } catch (error) {
      removeLeftover(temporary);
      throw error;
    }
    if (options.flush !== 'none') flushDirectory(dirname(path));
  } catch (error) {
    throw wrapError(error, `Can't write '${path}' atomically`, { path });
  }
}

/**
 * Writes a file that must not exist yet, in its place: for directories that nobody else sees. After a failure it is
 * gone again. Its directory is not flushed.
 *
 * @throws RevstoreError `Can't open file '…'`, `Can't write to file '…'`, `Can't flush file '…' to disk`.
 */
export function writeNewFile(path: string, bytes: Uint8Array, options: ReplaceFileOptions = {}): void {
  let fd: number;
  try {
    fd = fileSystemCalls.create(path, 'wx+', options.mode ?? 0o666);
  } catch (error) {
    throw systemError(error, `Can't open file '${path}'`, { path });
  }
  try {
    try {
      try {
        fileSystemCalls.write(fd, path, bytes, 0);
      } catch (error) {
        throw systemError(error, `Can't write to file '${path}'`, { path });
      }
      if (options.flush !== 'none') {
        try {
          fileSystemCalls.flush(fd, path);
        } catch (error) {
          throw systemError(error, `Can't flush file '${path}' to disk`, { path });
        }
      }
    } finally {
      closeSync(fd);
    }
    applyMode(path, options);
  } catch (error) {
    removeLeftover(path);
    throw error;
  }
}

/**
 * Renames a finished file or directory; a file that has the new name is replaced.
 *
 * With `durable` the directory of the new name is flushed; the content is not, that is the writer's part.
 *
 * @throws RevstoreError `Can't move '…' to '…'`.
 * @see libsvn_subr/io.c#svn_io_file_rename2
 */
export function renameDurably(
  from: string,
  to: string,
  options: { readonly flush?: FlushPolicy } = {},
): void {
  rename(from, to);
  if (options.flush !== 'none') flushDirectory(dirname(to));
}

/**
 * Gives a finished and flushed file the mode of its reference file, then its final name. Where the new name is on another file system,
 * a flushed copy takes the name and the old file is removed.
 *
 * @throws RevstoreError `Can't set permissions on '…'`, `Can't move '…' to '…'`.
 * @see libsvn_fs_fs/util.c#svn_fs_fs__move_into_place
 */
export function moveIntoPlace(from: string, to: string, options: PlacementOptions = {}): void {
  applyMode(from, options);
  try {
    fileSystemCalls.rename(from, to);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EXDEV') {
      throw systemError(error, `Can't move '${from}' to '${to}'`, { path: from });
    }
    moveAcrossFileSystems(from, to, options);
  }
  if (options.flush !== 'none') flushDirectory(dirname(to));
}

function moveAcrossFileSystems(from: string, to: string, options: PlacementOptions): void {
  const temporary = temporaryPathBeside(to);
  try {
    closeSync(fileSystemCalls.create(temporary, 'wx+', 0o600));
    fileSystemCalls.copy(from, temporary);
    copyModeAndGroup(from, temporary);
    if (options.flush !== 'none') {
      const fd = openSync(temporary, 'r');
      try {
        fileSystemCalls.flush(fd, temporary);
      } finally {
        closeSync(fd);
      }
    }
    rename(temporary, to);
  } catch (error) {
    removeLeftover(temporary);
    throw systemError(error, `Can't copy '${from}' to '${to}'`, { path: from });
  }
  removeIfExists(from);
}

function applyMode(path: string, options: PlacementOptions): void {
  if (options.modeFrom !== undefined) copyModeAndGroup(options.modeFrom, path);
  else if (options.mode !== undefined) setMode(path, options.mode);
}

function rename(from: string, to: string): void {
  try {
    fileSystemCalls.rename(from, to);
  } catch (error) {
    throw systemError(error, `Can't move '${from}' to '${to}'`, { path: from });
  }
}

/** Tidies up after a failure, whose own error is the one to tell. */
function removeLeftover(path: string): void {
  try {
    fileSystemCalls.unlink(path);
  } catch {
    // The failure that led here is reported.
  }
}
