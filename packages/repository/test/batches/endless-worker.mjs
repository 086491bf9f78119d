import { setTimeout as wait } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { serveJobs } from '@revstore/workers';

/** Its jobs end only when they are given up, and then take a while to tidy up. */
serveJobs(async () => {
  while (Atomics.load(workerData.stop, 0) === 0) await wait(1);
  await wait(20);
  Atomics.add(workerData.tidied, 0, 1);
  throw new Error('given up');
});
