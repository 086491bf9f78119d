/** Worker thread of an export: opens the store for itself and writes batches of files. */
import { workerData } from 'node:worker_threads';
import { Store, type StoreOptions } from '@revstore/fsfs';
import { serveJobs } from '@revstore/workers';
import { StopFlag, type StoppableData } from '../batches/index.js';
import { FileExporter, type ExportJob, type ExportSettings } from './export-file.js';

/** What a worker is started with. */
export interface ExportWorkerData {
  readonly db: string;
  readonly store: StoreOptions;
  readonly settings: ExportSettings;
}

const { db, store: storeOptions, settings, stop: shared } = workerData as ExportWorkerData & StoppableData;
const stop = new StopFlag(shared);
const store = Store.open(db, storeOptions);
const exporter = new FileExporter(store, settings, () => stop.check());

serveJobs<readonly ExportJob[], number>(
  async (jobs) => {
    let bytes = 0;
    for (const job of jobs) {
      stop.check();
      bytes += await exporter.export(job);
    }
    return { result: bytes };
  },
  { onClose: () => store.close() },
);
