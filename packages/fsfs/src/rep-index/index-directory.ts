import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import {
  copyModeAndGroup,
  makeDirectoryDurably,
  readDirectory,
  removeTree,
  renameDurably,
  temporaryPathBeside,
} from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import type { StorePaths } from '../layout/index.js';

/** The directory of the index. */
export function indexDirectory(paths: StorePaths): string {
  return paths.in('revstore', 'rep-index');
}

/** Makes the directory of the index where there is none. @throws RevstoreError `Can't create directory '…'`. */
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

/** What tells an index from one that was made anew in its place; `undefined` where there is none. */
export function indexIdentity(paths: StorePaths): string | undefined {
  try {
    const { dev, ino } = lstatSync(indexDirectory(paths), { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/**
 * Removes a damaged index, unless somebody else made a new one meanwhile.
 *
 * @throws RevstoreError where it can't be removed.
 */
export function discardIndex(paths: StorePaths, identity: string | undefined): void {
  if (identity === undefined || indexIdentity(paths) !== identity) return;
  const directory = indexDirectory(paths);
  const aside = temporaryPathBeside(directory);
  renameDurably(directory, aside, { flush: 'none' });
  removeTree(aside);
}
