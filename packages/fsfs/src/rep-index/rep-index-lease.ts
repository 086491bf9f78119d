import { directoryIdentity } from '@revstore/files';
import type { RepIndex, RepIndexStore } from './rep-index.js';
import { openRepIndex, type OpenRepIndexOptions } from './open-rep-index.js';
import { problemOf, type RepIndexProblem } from './problems.js';

/** The index is given back when it was not used for so long (milliseconds). */
const idle = 300;
/** And at the latest so long after it was opened, so that other processes get their turn. */
const longest = 1000;

/** This thread's leases, by what they are of. */
const leases = new Map<string, Lease>();

/** What came of the use of the index. */
export type RepIndexUse<T> =
  | { readonly value: T; readonly skipped?: undefined }
  | { readonly value?: undefined; readonly skipped: RepIndexProblem };

/**
 * Uses the index of a store's representations. It is then kept open for a moment, for all handles of this thread: opening it
 * takes as long as several small commits, for LevelDB then flushes its files. {@link releaseRepIndex} ends that.
 *
 * @returns what `use` returned, or why the index could not be used.
 * @throws what `use` throws, failures of the index excepted; the signal's reason.
 */
export function useRepIndex<T>(
  store: RepIndexStore,
  use: (index: RepIndex) => Promise<T>,
  options: OpenRepIndexOptions = {},
): Promise<RepIndexUse<T>> {
  const key = directoryIdentity(store.paths.db);
  let lease = leases.get(key);
  if (!lease) {
    lease = new Lease(() => leases.delete(key));
    leases.set(key, lease);
  }
  return lease.use(store, use, options);
}

/** Gives the index back where it was opened by way of this handle, which is to be closed. */
export async function releaseRepIndex(store: RepIndexStore): Promise<void> {
  await Promise.all([...leases.values()].map((lease) => lease.release(store)));
}

class Lease {
  /** Called when it is closed and nobody waits for it. */
  readonly #onClose: () => void;
  #waiting = 0;
  #index: RepIndex | undefined;
  #openedBy: RepIndexStore | undefined;
  #until = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Uses and the closing come one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  use<T>(
    store: RepIndexStore,
    use: (index: RepIndex) => Promise<T>,
    options: OpenRepIndexOptions,
  ): Promise<RepIndexUse<T>> {
    this.#waiting++;
    return this.#inTurn(async () => {
      this.#waiting--;
      clearTimeout(this.#timer);
      if (this.#index && performance.now() > this.#until) await this.#close();
      if (!this.#index) {
        const { index, skipped } = await openRepIndex(store, options);
        if (!index) return { skipped };
        this.#index = index;
        this.#openedBy = store;
        this.#until = performance.now() + longest;
      }
      try {
        return { value: await use(this.#index) };
      } catch (error) {
        const problem = problemOf(error);
        await this.#close();
        if (!problem) throw error;
        return { skipped: problem };
      } finally {
        if (this.#index) this.#timer = setTimeout(() => void this.#end(), idle);
      }
    });
  }

  async release(store: RepIndexStore): Promise<void> {
    if (this.#openedBy === store) await this.#end();
  }

  async #close(): Promise<void> {
    clearTimeout(this.#timer);
    const index = this.#index;
    this.#index = undefined;
    this.#openedBy = undefined;
    await index?.close();
  }

  #end(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#close();
      if (this.#waiting === 0) this.#onClose();
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
