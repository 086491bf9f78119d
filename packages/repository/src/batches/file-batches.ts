import { availableParallelism } from 'node:os';
import { OrderedPool } from '@revstore/workers';
import { TimeSlice } from '../view/index.js';
import { StopFlag } from './stop-flag.js';

/** Files that a thread gets at a time. */
const batchSize = 128;
/** Batches that wait for each thread; when all are taken, this thread does the next one itself. */
const batchesPerThread = 3;
/** With fewer files a tree is done before another thread has started and warmed up. */
const filesBeforeThreads = 100;

/** What every worker gets beside its own data. */
export interface StoppableData {
  /** Of a {@link StopFlag} that the worker checks between files and between chunks of large ones. */
  readonly stop: Int32Array;
}

/** How a tree's files are handled. */
export interface FileBatchesOptions<Job, Result> {
  /** Worker module that serves arrays of jobs with a `Result` each. */
  readonly module: URL;
  readonly workerData: object;
  /** Does the same on this thread; ends by the signal itself. */
  readonly inline: (job: Job) => Promise<Result>;
  /** Told of the result of each job or array of jobs, in no particular order. */
  readonly onResult: (result: Result) => void;
  readonly signal?: AbortSignal;
}

/**
 * Takes jobs one by one and does them in batches on this thread and others. Aborting or ending it stops what has begun
 * and waits until that is tidied up, so that nothing is left half-done.
 */
export class FileBatches<Job, Result> implements AsyncDisposable {
  readonly #options: FileBatchesOptions<Job, Result>;
  readonly #turn: TimeSlice;
  readonly #threads = Math.max(1, availableParallelism() - 1);
  #pool: OrderedPool<readonly Job[], Result> | undefined;
  #batch: Job[] = [];
  #taken = 0;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stop = new StopFlag();
  readonly #raise = (): void => this.#stop.raise();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: FileBatchesOptions<Job, Result>) {
    this.#options = options;
    this.#turn = new TimeSlice(options.signal);
    options.signal?.addEventListener('abort', this.#raise, { once: true });
  }

  /** Takes a job. @throws what an earlier job threw; the signal's reason. */
  async add(job: Job): Promise<void> {
    if (this.#taken++ < filesBeforeThreads) return this.#doInline([job]);
    if (this.#batch.push(job) === batchSize) await this.#dispatch();
  }

  /** Gives way to other work when it is time to. @throws as {@link add}. */
  async rest(): Promise<void> {
    if (this.#turn.over) await this.#turn.rest();
    if (!this.#failure) return;
    this.#options.signal?.throwIfAborted();
    throw this.#failure.error;
  }

  /** Waits until all jobs are done. @throws what one of them threw; the signal's reason. */
  async finish(): Promise<void> {
    await this.#doInline(this.#batch);
    this.#batch = [];
    await Promise.all(this.#underWay);
    await this.rest();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#raise);
    this.#stop.raise();
    await Promise.all(this.#underWay);
    await this.#pool?.close();
  }

  async #dispatch(): Promise<void> {
    const jobs = this.#batch;
    this.#batch = [];
    if (this.#underWay.size >= this.#threads * batchesPerThread) return this.#doInline(jobs);
    const { module, workerData, onResult } = this.#options;
    this.#pool ??= new OrderedPool(module, {
      workerData: { ...workerData, stop: this.#stop.shared } satisfies StoppableData,
      size: this.#threads,
    });
    const done: Promise<void> = this.#pool.submit(jobs).then(
      (result) => {
        this.#underWay.delete(done);
        onResult(result);
      },
      (error: unknown) => {
        this.#underWay.delete(done);
        this.#failure ??= { error };
      },
    );
    this.#underWay.add(done);
  }

  async #doInline(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs) {
      this.#options.onResult(await this.#options.inline(job));
      await this.rest();
    }
  }
}
