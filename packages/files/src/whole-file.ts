import { readFileSync } from 'node:fs';
import { isSystemError, systemError } from '@revstore/errors';

function readingError(error: unknown, path: string): unknown {
  const opened = isSystemError(error) && error.syscall !== 'open';
  return systemError(error, opened ? `Can't read file '${path}'` : `Can't open file '${path}'`, { path });
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
    return readFileSync(path);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw readingError(error, path);
  }
}
