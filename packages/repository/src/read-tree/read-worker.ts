/** Worker thread of a full read: opens the store for itself and reads batches of files. */
import { workerData } from 'node:worker_threads';
import { Store, type StoreOptions } from '@revstore/fsfs';
import { serveJobs } from '@revstore/workers';
import { StopFlag, type StoppableData } from '../batches/index.js';
import { addCounts, NodeCounter, noCounts, type ReadCounts, type ReadJob } from './node-counter.js';

/** What a worker is started with. */
export interface ReadWorkerData {
  readonly db: string;
  readonly store: StoreOptions;
}

const { db, store: storeOptions, stop: shared } = workerData as ReadWorkerData & StoppableData;
const stop = new StopFlag(shared);
const store = Store.open(db, storeOptions);
const counter = new NodeCounter(store, () => stop.check());

serveJobs<readonly ReadJob[], ReadCounts>(
  async (jobs) => {
    const result = noCounts();
    for (const job of jobs) {
      stop.check();
      addCounts(result, await counter.readFile(job));
    }
    return { result };
  },
  { onClose: () => store.close() },
);
