import type { Store } from '@revstore/fsfs';
import { OrderedPool } from '@revstore/workers';
import type { DumpWorkerData } from './dump-worker.js';
import { SpanDumper, type FinishedSpan, type Span, type SpanSettings } from './span.js';

/** Revisions of a span. */
const spanLength = 64;
/** With fewer revisions a dump is done before it gains from another thread, which has to start and to warm up. */
export const revisionsForThreads = 5000;
/** Spans that are dumped ahead at most, for each thread. */
const aheadPerThread = 4;
/** Spans that a thread has at a time: the next is there when it ends one. */
const spansPerThread = 2;
/** Cache of each thread's own store, bytes. */
const workerCacheBytes = 16 * 1024 * 1024;

/** A span that was begun ahead of its turn; `undefined` is for spans that turned out to be too long. */
type Ahead = { readonly outcome: Promise<FinishedSpan | undefined>; settled: boolean };

/**
 * Has spans of revisions dumped ahead of their turn by other threads, and by this one while it would only wait for them.
 */
export class SpansAhead implements AsyncDisposable {
  readonly #end: number;
  readonly #threads: number;
  readonly #give = new AbortController();
  readonly #signal: AbortSignal;
  readonly #dumper: SpanDumper;
  readonly #newPool: () => OrderedPool<Span, FinishedSpan | undefined>;
  readonly #begun: { readonly span: Span; readonly ahead: Ahead }[] = [];
  #pool: OrderedPool<Span, FinishedSpan | undefined> | undefined;
  #atThreads = 0;
  /** First revision of the next span. */
  #next: number;

  /**
   * @param first the first revision that may be dumped ahead.
   * @param threads how many other threads; with none every span is left to its turn.
   */
  constructor(
    store: Store,
    settings: SpanSettings,
    first: number,
    end: number,
    threads: number,
    signal?: AbortSignal,
  ) {
    this.#next = first;
    this.#end = end;
    this.#threads = threads;
    this.#signal = signal ? AbortSignal.any([signal, this.#give.signal]) : this.#give.signal;
    this.#dumper = new SpanDumper(store, settings);
    this.#newPool = () =>
      new OrderedPool(new URL('./dump-worker.js', import.meta.url), {
        workerData: {
          db: store.paths.db,
          store: { compressionProvider: store.provider.name, cacheBytes: workerCacheBytes },
          settings,
        } satisfies DumpWorkerData,
        size: this.#threads,
        signal: this.#signal,
      });
  }

  /**
   * The next span, in order.
   *
   * @returns the span, and what was made of it ahead, where it was; `undefined` at the end.
   * @throws RevstoreError of what can't be read; the signal's reason.
   */
  async next(): Promise<{ span: Span; finished?: FinishedSpan } | undefined> {
    this.#feed();
    const head = this.#begun[0];
    if (!head) {
      const span = this.#take();
      if (span) this.#feed();
      return span && { span };
    }
    while (!head.ahead.settled && this.#room && this.#next <= this.#end) {
      const span = this.#take()!;
      const outcome = await this.#dumper.dump(span, () => this.#signal.throwIfAborted());
      this.#begun.push({ span, ahead: { outcome: Promise.resolve(outcome), settled: true } });
      this.#feed();
    }
    const finished = await head.ahead.outcome;
    this.#begun.shift();
    return { span: head.span, ...(finished ? { finished } : {}) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#give.abort();
    await this.#pool?.close();
  }

  get #room(): boolean {
    return this.#begun.length < this.#threads * aheadPerThread;
  }

  #take(): Span | undefined {
    if (this.#next > this.#end) return undefined;
    const first = this.#next;
    const last = Math.min(this.#end, first + spanLength - 1);
    this.#next = last + 1;
    return { first, last };
  }

  /** Gives other threads work while they have room for it. */
  #feed(): void {
    while (this.#room && this.#atThreads < this.#threads * spansPerThread) {
      const span = this.#take();
      if (!span) return;
      this.#pool ??= this.#newPool();
      this.#atThreads++;
      const ahead: Ahead = { outcome: this.#pool.submit(span), settled: false };
      const settle = (): void => {
        ahead.settled = true;
        this.#atThreads--;
      };
      ahead.outcome.then(settle, settle);
      this.#begun.push({ span, ahead });
    }
  }
}
