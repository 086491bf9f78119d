import { availableParallelism } from 'node:os';
import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { RevstoreError } from '@revstore/errors';
import type { WorkerMessage } from './messages.js';
import { OrderedResults } from './ordered-results.js';
import { PoolWorker } from './pool-worker.js';
import { restoreError } from './transferred-error.js';
import { workersErrors } from './workers-errors.js';

/** Options of a pool. */
export interface OrderedPoolOptions {
  /** Given to each worker as `workerData`; cloned. */
  readonly workerData?: unknown;
  /** How many threads at most; default `availableParallelism()`. */
  readonly size?: number;
  /** Sum of the `bytes` of unfinished jobs at which the pool takes no more; default 64 MiB. One job is always taken. */
  readonly maxBytesInFlight?: number;
  /** Ends all threads at once and rejects what is pending with its reason. */
  readonly signal?: AbortSignal;
  readonly resourceLimits?: ResourceLimits;
}

/** What a job costs and carries. */
export interface SubmitOptions {
  /** Memory that the job and its result hold, in bytes; default 0. */
  readonly bytes?: number;
  /** Buffers and ports in the job that move to the worker instead of being copied; the caller can't use them any more. */
  readonly transfer?: readonly Transferable[];
}

interface PendingJob<Result> {
  readonly id: number;
  readonly job: unknown;
  readonly bytes: number;
  readonly transfer: readonly Transferable[];
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const DEFAULT_BYTES = 64 * 1024 * 1024;
/** Jobs that a worker has at a time: the next is there when it ends one. */
const JOBS_PER_WORKER = 2;

/** A thread inherits Node's own options; one that speaks of the main script would refuse a thread's module file. */
function inheritedOptions(): { execArgv?: string[] } {
  return process.execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {};
}

/**
 * A pool of worker threads that run one module, which calls `serveJobs`.
 *
 * Threads start with the first jobs and hold the process open only while they have some. Jobs start in the order they were
 * submitted. Each promise settles when its own job does; {@link results} gives the results in order of submission.
 * When a thread dies, all pending jobs and all later ones are rejected.
 */
export class OrderedPool<Job, Result> {
  readonly size: number;
  readonly #module: URL;
  readonly #options: OrderedPoolOptions;
  readonly #maxBytes: number;
  readonly #workers: PoolWorker[] = [];
  /** Submitted and not yet posted, in order. */
  #waiting: PendingJob<Result>[] = [];
  readonly #posted = new Map<number, PendingJob<Result>>();
  #ordered: OrderedResults<Result> | undefined;
  #nextId = 0;
  #bytes = 0;
  #roomWaiters: (() => void)[] = [];
  #drained: (() => void)[] = [];
  /** Why no job is taken any more. */
  #ended: { readonly reason: unknown } | undefined;
  #closing: Promise<void> | undefined;

  /** @param module the worker module's URL, `new URL('./some-worker.js', import.meta.url)`. */
  constructor(module: URL, options: OrderedPoolOptions = {}) {
    this.size = options.size ?? availableParallelism();
    if (!Number.isInteger(this.size) || this.size < 1) throw new TypeError('size must be a positive integer');
    this.#module = module;
    this.#options = options;
    this.#maxBytes = options.maxBytesInFlight ?? DEFAULT_BYTES;
    options.signal?.addEventListener('abort', this.#abort, { once: true });
    if (options.signal?.aborted === true) this.#abort();
  }

  /** Bytes of jobs that were submitted and are not finished (with {@link results}: not delivered). */
  get bytesInFlight(): number {
    return this.#bytes;
  }

  /** Threads started so far. */
  get workers(): number {
    return this.#workers.length;
  }

  /**
   * Hands a job over. It is sent to a thread when there is room for its bytes; to keep the producer in step, await {@link waitForRoom}
   * before making the next job.
   *
   * @returns the job's result.
   * @throws (rejects) what the job threw; RevstoreError WORKER_ENDED, POOL_CLOSED; the signal's reason.
   */
  submit(job: Job, options: SubmitOptions = {}): Promise<Result> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended.reason as Error);
    if (this.#closing !== undefined) {
      return Promise.reject(new RevstoreError(workersErrors.POOL_CLOSED, 'The pool of workers is closed'));
    }
    const id = this.#nextId++;
    const bytes = options.bytes ?? 0;
    this.#bytes += bytes;
    const result = new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ id, job, bytes, transfer: options.transfer ?? [], resolve, reject });
    });
    this.#ordered?.add(result, bytes);
    this.#dispatch();
    return result;
  }

  /** Waits until fewer than `maxBytesInFlight` bytes are in flight. Rejects when the pool is aborted or a thread dies. */
  async waitForRoom(): Promise<void> {
    while (this.#ended === undefined && this.#bytes >= this.#maxBytes && this.#bytes > 0) {
      await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
    }
    if (this.#ended !== undefined) throw this.#ended.reason;
  }

  /**
   * The results in order of submission, ending when the pool is closed and all are delivered. It throws where a job's
   * turn comes that failed, and goes on with the next if asked.
   *
   * Call it once, before the first job. From then on a job's bytes count until its result is taken from here, and a rejected
   * `submit` need not be handled.
   */
  results(): AsyncIterableIterator<Result> {
    if (this.#ordered !== undefined || this.#nextId > 0)
      throw new TypeError('results() comes once, before the first job');
    this.#ordered = new OrderedResults<Result>((bytes) => this.#release(bytes));
    return this.#ordered;
  }

  /** Waits for all jobs, then lets the threads tidy up and ends them. A second call waits for the same. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#ordered?.end();
    if (this.#pending > 0) await new Promise<void>((resolve) => this.#drained.push(resolve));
    this.#options.signal?.removeEventListener('abort', this.#abort);
    const graceful = this.#ended === undefined;
    await Promise.all(this.#workers.map((worker) => (graceful ? worker.close() : worker.terminate())));
  }

  get #pending(): number {
    return this.#waiting.length + this.#posted.size;
  }

  readonly #abort = () => {
    this.#end(this.#options.signal!.reason);
  };

  /** Rejects everything pending and ends the threads. */
  #end(reason: unknown): void {
    if (this.#ended !== undefined) return;
    this.#ended = { reason };
    const pending = [...this.#posted.values(), ...this.#waiting];
    this.#posted.clear();
    this.#waiting = [];
    for (const worker of this.#workers) void worker.terminate();
    for (const job of pending) job.reject(reason);
    this.#wake();
  }

  #dispatch(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#freeWorker();
      if (worker === undefined) return;
      const job = this.#waiting.shift()!;
      try {
        worker.post(job.id, job.job, job.transfer);
        this.#posted.set(job.id, job);
      } catch (error) {
        this.#settle(job, () => job.reject(error));
      }
    }
  }

  /** The thread with the fewest jobs; a new one while none is idle. */
  #freeWorker(): PoolWorker | undefined {
    let best: PoolWorker | undefined;
    for (const worker of this.#workers) {
      if (best === undefined || worker.outstanding < best.outstanding) best = worker;
    }
    if (best?.outstanding === 0) return best;
    if (this.#workers.length < this.size) return this.#start();
    return best !== undefined && best.outstanding < JOBS_PER_WORKER ? best : undefined;
  }

  #start(): PoolWorker {
    const { workerData, resourceLimits } = this.#options;
    const worker = new PoolWorker(
      this.#module,
      { workerData, ...inheritedOptions(), ...(resourceLimits === undefined ? {} : { resourceLimits }) },
      {
        onAnswer: (_worker, message) => this.#onAnswer(message),
        onEnd: (_worker, cause) => {
          this.#end(
            new RevstoreError(workersErrors.WORKER_ENDED, `A worker thread ended before its work was done`, {
              cause,
            }),
          );
        },
      },
    );
    this.#workers.push(worker);
    return worker;
  }

  #onAnswer(message: Exclude<WorkerMessage, { closed: true }>): void {
    const job = this.#posted.get(message.id);
    if (job === undefined) return;
    this.#posted.delete(message.id);
    this.#settle(job, () => {
      if ('error' in message) job.reject(restoreError(message.error));
      else job.resolve(message.result as Result);
    });
    this.#dispatch();
  }

  #settle(job: PendingJob<Result>, settle: () => void): void {
    settle();
    if (this.#ordered === undefined) this.#release(job.bytes);
    if (this.#pending === 0) this.#wakeDrained();
  }

  #release(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < this.#maxBytes || this.#bytes === 0) this.#wakeRoom();
  }

  #wake(): void {
    this.#wakeRoom();
    this.#wakeDrained();
  }

  #wakeRoom(): void {
    const waiters = this.#roomWaiters;
    this.#roomWaiters = [];
    for (const wake of waiters) wake();
  }

  #wakeDrained(): void {
    const waiters = this.#drained;
    this.#drained = [];
    for (const wake of waiters) wake();
  }
}
