/** An ordered pool of worker threads with bounded bytes in flight. */
export { OrderedPool, type OrderedPoolOptions, type SubmitOptions } from './ordered-pool.js';
export { serveJobs, type JobOutcome, type ServeOptions } from './serve-jobs.js';
export { restoreError, serializeError, type TransferredError } from './transferred-error.js';
export { workersErrors } from './workers-errors.js';
