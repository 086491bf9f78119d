import { Worker } from 'node:worker_threads';
import type { Transferable, WorkerOptions } from 'node:worker_threads';
import type { PoolMessage, WorkerMessage } from './messages.js';

/** What a pool is told by one of its workers. */
export interface WorkerEvents {
  onAnswer(worker: PoolWorker, message: Exclude<WorkerMessage, { closed: true }>): void;
  /** The thread is gone, with jobs or without. */
  onEnd(worker: PoolWorker, cause: unknown): void;
}

/** One thread of a pool; it keeps the process open only while it has jobs. */
export class PoolWorker {
  /** Jobs posted and not answered. */
  outstanding = 0;
  readonly #worker: Worker;
  #ended = false;
  #closed: (() => void) | undefined;

  constructor(module: URL, options: WorkerOptions, events: WorkerEvents) {
    this.#worker = new Worker(module, options);
    this.#worker.unref();
    this.#worker.on('message', (message: WorkerMessage) => {
      if ('closed' in message) {
        this.#closed?.();
        return;
      }
      this.outstanding--;
      if (this.outstanding === 0) this.#worker.unref();
      events.onAnswer(this, message);
    });
    let cause: unknown;
    const end = (code: number) => {
      if (this.#ended) return;
      this.#ended = true;
      this.#closed?.();
      events.onEnd(this, cause ?? new Error(`the thread exited with code ${code}`));
    };
    this.#worker.on('error', (error) => {
      cause = error;
    });
    this.#worker.on('messageerror', (error) => {
      cause = error;
      void this.#worker.terminate();
    });
    this.#worker.on('exit', end);
  }

  /** @throws what `postMessage` throws for a job that cannot be cloned. */
  post(id: number, job: unknown, transfer: readonly Transferable[]): void {
    const message: PoolMessage = { id, job };
    this.#worker.postMessage(message, transfer);
    if (this.outstanding === 0) this.#worker.ref();
    this.outstanding++;
  }

  /** Lets the worker's module tidy up, then ends the thread. */
  async close(): Promise<void> {
    if (!this.#ended) {
      await new Promise<void>((resolve) => {
        this.#closed = resolve;
        this.#worker.ref();
        const message: PoolMessage = { close: true };
        this.#worker.postMessage(message);
      });
    }
    await this.terminate();
  }

  /** Ends the thread now. */
  async terminate(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }
}
