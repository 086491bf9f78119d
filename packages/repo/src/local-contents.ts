import { closeSync, openSync, readSync } from 'node:fs';
import { RevstoreError, systemError } from '@revstore/errors';

/** Contents of a file on this machine. */
export interface LocalContents {
  /** The bytes; every call starts anew. @throws RevstoreError of the system. */
  chunks(): Iterable<Uint8Array>;
  /** Whether they may be read more than once. */
  readonly seekable: boolean;
}

const chunkSize = 1024 * 1024;

/**
 * The contents of a local file, or of standard input for `-`.
 *
 * @throws RevstoreError of the system where it cannot be opened; reading it may throw, too.
 */
export function localContents(file: string): LocalContents {
  if (file !== '-') closeSync(openToRead(file));
  return { seekable: file !== '-', chunks: () => readChunks(file) };
}

function openToRead(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    throw systemError(error, `Can't open file '${file}'`, { path: file });
  }
}

function* readChunks(file: string): Generator<Uint8Array, void, undefined> {
  const fd = file === '-' ? 0 : openToRead(file);
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkSize);
      const length = readSync(fd, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } catch (error) {
    if (error instanceof RevstoreError) throw error;
    throw systemError(error, `Can't read file '${file}'`, { path: file });
  } finally {
    if (fd !== 0) closeSync(fd);
  }
}
