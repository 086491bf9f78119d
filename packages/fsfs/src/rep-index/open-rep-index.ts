import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { RevstoreError, systemError } from '@revstore/errors';
import { readYoungest } from '../layout/index.js';
import {
  discardIndex,
  indexDirectory,
  indexIdentity,
  makeIndexDirectory,
  shareIndexFiles,
} from './index-directory.js';
import { classify, problemOf, type RepIndexProblem } from './problems.js';
import { RepIndex, type Database, type RepIndexStore } from './rep-index.js';
import { takeTurn } from './turns.js';

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

/** Milliseconds between attempts while another process has the database: twice the last one, up to the longest. */
const firstPause = 2;
const longestPause = 50;

/**
 * Opens the index of a store's representations, making it where there is none. Whatever is wrong with it, or with the
 * place it is in, is no error: the store does without.
 *
 * Handles of one thread get it in turn; a damaged index is removed and begun anew.
 *
 * @throws only the signal's reason, and errors of the store's own `current`.
 */
export async function openRepIndex(
  store: RepIndexStore,
  options: OpenRepIndexOptions = {},
): Promise<OpenedRepIndex> {
  const { signal, waitMilliseconds = 2000 } = options;
  const deadline = performance.now() + waitMilliseconds;
  const endTurn = await takeTurn(keyOf(store), waitMilliseconds, signal);
  if (!endTurn) return { skipped: { reason: 'busy', message: 'other commits of this process use it' } };
  let index: RepIndex | undefined;
  try {
    const youngest = readYoungest(store.paths);
    for (let damaged = false; ; damaged = true) {
      let identity: string | undefined;
      let problem: RepIndexProblem;
      try {
        makeIndexDirectory(store.paths);
        identity = indexIdentity(store.paths);
        const database = await openDatabase(indexDirectory(store.paths), deadline, signal);
        try {
          shareIndexFiles(store.paths);
          index = await RepIndex.over(store, database, youngest, (foundDamaged) => {
            shareIndexFiles(store.paths);
            if (foundDamaged) discardQuietly(store, identity);
            endTurn();
          });
          return { index };
        } catch (error) {
          await database.close().catch(() => undefined);
          throw error;
        }
      } catch (error) {
        signal?.throwIfAborted();
        problem = error instanceof LoadFailure ? error.problem : classify(error);
      }
      if (problem.reason !== 'damaged' || damaged) return { skipped: problem };
      const failure = discardQuietly(store, identity);
      if (failure) return { skipped: failure };
    }
  } finally {
    if (!index) endTurn();
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

async function openDatabase(
  directory: string,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<Database> {
  const { Level } = await import('level').catch((error: unknown) => {
    throw new LoadFailure(error instanceof Error ? error.message : String(error));
  });
  // Keys are digests and rows a few small numbers: nothing to compress.
  const options = { keyEncoding: 'view', valueEncoding: 'view', compression: false } as const;
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    const database = new Level<Uint8Array, Uint8Array>(directory, options);
    try {
      await database.open();
      return database;
    } catch (error) {
      if (classify(error).reason !== 'busy' || performance.now() + pause > deadline) throw error;
    }
    await sleep(pause, undefined, signal ? { signal } : undefined);
  }
}

function discardQuietly(store: RepIndexStore, identity: string | undefined): RepIndexProblem | undefined {
  try {
    discardIndex(store.paths, identity);
    return undefined;
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
    return classify(error);
  }
}

/** One key for all ways that lead to a store. */
function keyOf({ paths }: RepIndexStore): string {
  try {
    const { dev, ino } = statSync(paths.db, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    throw systemError(error, `Can't stat '${paths.db}'`, { path: paths.db });
  }
}
