import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyModeAndGroup,
  makeDirectoryDurably,
  readDirectory,
  readWholeFileIfExists,
} from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import type { StorePaths } from '../layout/index.js';
import { isIntactTable } from './table-file.js';

/** The directory of the index. */
export function indexDirectory(paths: StorePaths): string {
  return paths.in('revstore', 'rep-index');
}

/** The file that is locked while somebody has the index. */
export function indexLock(paths: StorePaths): string {
  return paths.in('revstore', 'rep-index.lock');
}

/** Makes the directories of the index where there are none. @throws RevstoreError `Can't create directory '…'`. */
export function makeIndexDirectory(paths: StorePaths): void {
  const options = { modeFrom: paths.in('transactions'), mayExist: true, flush: 'none' } as const;
  makeDirectoryDurably(paths.in('revstore'), options);
  makeDirectoryDurably(indexDirectory(paths), options);
}

/**
 * Gives LevelDB's files the mode and group of `current`, for it makes them by the umask, and another user of the
 * repository could not go on with them.
 */
export function shareIndexFiles(paths: StorePaths): void {
  try {
    const directory = indexDirectory(paths);
    for (const entry of readDirectory(directory)) shareFile(paths.current, join(directory, entry.name));
  } catch (error) {
    // Whoever can't open them is told so.
    if (!(error instanceof RevstoreError)) throw error;
  }
}

function shareFile(reference: string, file: string): void {
  try {
    copyModeAndGroup(reference, file);
  } catch (error) {
    // It is another user's, or gone.
    if (!(error instanceof RevstoreError)) throw error;
  }
}

/** Tables that were found intact, by file, size and time of change: they are never written again. */
const intact = new Set<string>();
const mostRemembered = 10_000;

/**
 * A table of the index that is damaged, or `undefined`. Each is read once in the life of the process, some milliseconds
 * for each MB; the event loop has its turns. Nobody may have the index open.
 *
 * @throws RevstoreError where one can't be read; the signal's reason.
 */
export async function damagedTable(paths: StorePaths, signal?: AbortSignal): Promise<string | undefined> {
  const directory = indexDirectory(paths);
  for (const { name } of readDirectory(directory)) {
    if (!/\.(?:ldb|sst)$/.test(name)) continue;
    const file = join(directory, name);
    const { dev, ino, size, mtimeNs } = statSync(file, { bigint: true });
    // What is left of a merge of tables that the close ended before it began to write; LevelDB removes it.
    if (size === 0n) continue;
    const key = `${dev}:${ino}:${size}:${mtimeNs}`;
    if (intact.has(key)) continue;
    const bytes = readWholeFileIfExists(file);
    if (bytes && !isIntactTable(bytes)) return file;
    if (intact.size >= mostRemembered) intact.clear();
    intact.add(key);
    await new Promise(setImmediate);
    signal?.throwIfAborted();
  }
  return undefined;
}
