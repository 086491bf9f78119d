import { parentPort, type MessagePort } from 'node:worker_threads';
import type { Transferable } from 'node:worker_threads';
import type { PoolMessage, WorkerMessage } from './messages.js';
import { serializeError } from './transferred-error.js';

/** What a job gives back. */
export interface JobOutcome<Result> {
  readonly result: Result;
  /** Buffers and ports in the result that move to the pool's thread instead of being copied. */
  readonly transfer?: readonly Transferable[];
}

/** How a worker serves. */
export interface ServeOptions {
  /** Called once when the pool closes, after the last job; not when the pool is aborted. */
  readonly onClose?: () => void | Promise<void>;
}

/**
 * The worker's side of a pool: call it once, at the top level of the worker module.
 *
 * Jobs are handled one after another. What the handler throws rejects that job only and keeps its code, kind, number,
 * data and causes.
 *
 * @throws TypeError when called on a main thread.
 */
export function serveJobs<Job, Result>(
  handle: (job: Job) => JobOutcome<Result> | Promise<JobOutcome<Result>>,
  options: ServeOptions = {},
): void {
  if (parentPort === null) throw new TypeError('serveJobs belongs in a worker thread');
  const port = parentPort;
  let last: Promise<void> = Promise.resolve();
  port.on('message', (message: PoolMessage) => {
    last = last.then(() =>
      'close' in message ? close(port, options) : answer(port, message.id, message.job as Job, handle),
    );
  });
}

async function answer<Job, Result>(
  port: MessagePort,
  id: number,
  job: Job,
  handle: (job: Job) => JobOutcome<Result> | Promise<JobOutcome<Result>>,
): Promise<void> {
  try {
    const { result, transfer } = await handle(job);
    post(port, { id, result }, transfer);
  } catch (error) {
    post(port, { id, error: serializeError(error) });
  }
}

async function close(port: MessagePort, options: ServeOptions): Promise<void> {
  try {
    await options.onClose?.();
  } finally {
    post(port, { closed: true });
  }
}

function post(port: MessagePort, message: WorkerMessage, transfer: readonly Transferable[] = []): void {
  port.postMessage(message, transfer);
}
