import { defineErrorCodes } from '@revstore/errors';

/** Error codes of this package; what a job throws keeps its own. */
export const workersErrors = defineErrorCodes({
  /** A worker thread could not start or ended before its jobs did. */
  WORKER_ENDED: ['io', 200002],
  /** A job was submitted to a pool that is closing or closed. */
  POOL_CLOSED: ['busy', 200002],
});
