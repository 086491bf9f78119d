import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { isSystemError, systemError } from '@revstore/errors';

function readingError(error: unknown, path: string): unknown {
  const opened = isSystemError(error) && error.syscall !== 'open';
  return systemError(error, opened ? `Can't read file '${path}'` : `Can't open file '${path}'`, { path });
}

/** Most small files are shorter (bytes). */
const shortLength = 4096;
const short = Buffer.allocUnsafeSlow(shortLength);

/** The contents of a file that one read is enough for: without asking for its length it takes half the time. */
function readShort(path: string): Buffer | undefined {
  const fd = openSync(path, 'r');
  try {
    const length = readSync(fd, short, 0, shortLength, null);
    // Less than asked for is what a file has left, or nothing much.
    return length < shortLength && readSync(fd, short, length, 1, null) === 0
      ? Buffer.from(short.subarray(0, length))
      : undefined;
  } finally {
    closeSync(fd);
  }
}

/**
 * The contents of a small file, read in one go.
 *
 * @returns a buffer of its own.
 * @throws RevstoreError with the errno's code: `Can't open file '…'` or `Can't read file '…'`.
 */
export function readWholeFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw readingError(error, path);
  }
}

/** As {@link readWholeFile}, or `undefined` where there is no such file (or one of its parents is not a directory). */
export function readWholeFileIfExists(path: string): Buffer | undefined {
  try {
    return readShort(path) ?? readFileSync(path);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw readingError(error, path);
  }
}
