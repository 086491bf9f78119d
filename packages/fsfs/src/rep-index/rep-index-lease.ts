import type { RepIndex, RepIndexStore } from './rep-index.js';
import { openRepIndex, type OpenRepIndexOptions } from './open-rep-index.js';
import { problemOf, type RepIndexProblem } from './problems.js';

/** The index is given back when it was not used for so long (milliseconds). */
const idle = 50;
/** And at the latest so long after it was opened, so that other processes get their turn. */
const longest = 500;

/**
 * The index of one store, held open over commits that follow each other closely: opening it takes as long as a small
 * commit.
 */
export class RepIndexLease {
  readonly #store: RepIndexStore;
  #index: RepIndex | undefined;
  #until = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Uses and the closing come one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: RepIndexStore) {
    this.#store = store;
  }

  /**
   * Uses the index.
   *
   * @returns what `use` returned, or why the index could not be used.
   * @throws what `use` throws, failures of the index excepted; the signal's reason.
   */
  use<T>(
    use: (index: RepIndex) => Promise<T>,
    options: OpenRepIndexOptions = {},
  ): Promise<
    | { readonly value: T; readonly skipped?: undefined }
    | { readonly value?: undefined; readonly skipped: RepIndexProblem }
  > {
    return this.#inTurn(async () => {
      clearTimeout(this.#timer);
      if (this.#index && performance.now() > this.#until) await this.#close();
      if (!this.#index) {
        const { index, skipped } = await openRepIndex(this.#store, options);
        if (!index) return { skipped };
        this.#index = index;
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
        if (this.#index) this.#timer = setTimeout(() => void this.close(), idle).unref();
      }
    });
  }

  /** Gives the index back. */
  close(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#inTurn(() => this.#close());
  }

  async #close(): Promise<void> {
    const index = this.#index;
    this.#index = undefined;
    await index?.close();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
