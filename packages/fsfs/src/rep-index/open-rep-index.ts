import { acquireLock, removeTree, tryLock, type FileLock } from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import { readYoungest } from '../layout/index.js';
import {
  damagedTable,
  indexDirectory,
  indexLock,
  makeIndexDirectory,
  shareIndexFiles,
} from './index-directory.js';
import { classify, problemOf, type RepIndexProblem } from './problems.js';
import { RepIndex, type Database, type RepIndexStore } from './rep-index.js';

/** How an index is opened. */
export interface OpenRepIndexOptions {
  /** Ends the wait, rejecting with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long (milliseconds) others are waited for; default 2000. */
  readonly waitMilliseconds?: number;
}

/** The index, or why it can't be used. */
export type OpenedRepIndex =
  | { readonly index: RepIndex; readonly skipped?: undefined }
  | { readonly index?: undefined; readonly skipped: RepIndexProblem };

/**
 * Opens the index of a store's representations, making it where there is none. Whatever is wrong with it, or with the
 * place it is in, is no error: the store does without.
 *
 * All handles, in this process and others, get it in turn; a damaged index is removed and begun anew.
 *
 * @throws only the signal's reason, and errors of the store's own `current`.
 */
export async function openRepIndex(
  store: RepIndexStore,
  options: OpenRepIndexOptions = {},
): Promise<OpenedRepIndex> {
  const { signal, waitMilliseconds = 2000 } = options;
  signal?.throwIfAborted();
  const youngest = readYoungest(store.paths);
  let lock: FileLock | undefined;
  try {
    makeIndexDirectory(store.paths);
    lock = await lockIndex(store, waitMilliseconds, signal);
    if (!lock) return { skipped: { reason: 'busy', message: 'others use it' } };
    const index = await openLocked(store, youngest, lock, signal);
    lock = undefined;
    return { index };
  } catch (error) {
    signal?.throwIfAborted();
    return { skipped: error instanceof LoadFailure ? error.problem : classify(error) };
  } finally {
    lock?.release();
  }
}

/**
 * Opens the index, uses it, and closes it, whatever happens.
 *
 * @returns what `use` returned, or why the index could not be used to the end.
 * @throws what `use` throws, failures of the index excepted; the signal's reason.
 */
export async function withRepIndex<T>(
  store: RepIndexStore,
  use: (index: RepIndex) => Promise<T>,
  options: OpenRepIndexOptions = {},
): Promise<
  | { readonly value: T; readonly skipped?: undefined }
  | { readonly value?: undefined; readonly skipped: RepIndexProblem }
> {
  const { index, skipped } = await openRepIndex(store, options);
  if (!index) return { skipped };
  try {
    return { value: await use(index) };
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return { skipped: problem };
  } finally {
    await index.close();
  }
}

/** LevelDB's add-on can't be loaded. */
class LoadFailure extends Error {
  get problem(): RepIndexProblem {
    return { reason: 'unavailable', message: this.message };
  }
}

/** @returns `undefined` where the lock did not come in time. */
async function lockIndex(
  { paths }: RepIndexStore,
  waitMilliseconds: number,
  signal: AbortSignal | undefined,
): Promise<FileLock | undefined> {
  const reference = { modeFrom: paths.current };
  const free = await tryLock(indexLock(paths), reference);
  if (free || waitMilliseconds <= 0) return free;
  const patience = AbortSignal.timeout(waitMilliseconds);
  try {
    return await acquireLock(indexLock(paths), {
      ...reference,
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    });
  } catch (error) {
    if (error === patience.reason) return undefined;
    throw error;
  }
}

/** Opens it, and where it is damaged, begins anew. */
async function openLocked(
  store: RepIndexStore,
  youngest: number,
  lock: FileLock,
  signal: AbortSignal | undefined,
): Promise<RepIndex> {
  try {
    const table = await damagedTable(store.paths, signal);
    if (table === undefined) return await openDatabase(store, youngest, lock);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof LoadFailure || classify(error).reason !== 'damaged') throw error;
  }
  removeTree(indexDirectory(store.paths));
  makeIndexDirectory(store.paths);
  return openDatabase(store, youngest, lock);
}

async function openDatabase(store: RepIndexStore, youngest: number, lock: FileLock): Promise<RepIndex> {
  const { paths } = store;
  const { Level } = await import('level').catch((error: unknown) => {
    throw new LoadFailure(error instanceof Error ? error.message : String(error));
  });
  // Keys are digests and rows a few small numbers: nothing to compress.
  const options = { keyEncoding: 'view', valueEncoding: 'view', compression: false } as const;
  const database: Database = new Level<Uint8Array, Uint8Array>(indexDirectory(paths), options);
  await database.open();
  try {
    shareIndexFiles(paths);
    return await RepIndex.over(store, database, youngest, (damaged) => {
      try {
        if (damaged) removeTree(indexDirectory(paths));
        else shareIndexFiles(paths);
      } catch (error) {
        // Whoever opens it next finds the damage again.
        if (!(error instanceof RevstoreError)) throw error;
      } finally {
        lock.release();
      }
    });
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}
