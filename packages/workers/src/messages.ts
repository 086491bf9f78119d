import type { TransferredError } from './transferred-error.js';

/** From the pool to a worker. */
export type PoolMessage = { readonly id: number; readonly job: unknown } | { readonly close: true };

/** From a worker to the pool. */
export type WorkerMessage =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: TransferredError }
  | { readonly closed: true };
