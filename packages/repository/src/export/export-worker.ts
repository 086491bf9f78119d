/** Worker thread of an export: opens the store for itself and writes batches of files. */
import { workerData } from 'node:worker_threads';
import { Store, type StoreOptions } from '@revstore/fsfs';
import { serveJobs } from '@revstore/workers';
import { FileExporter, type ExportJob, type ExportSettings } from './export-file.js';

/** What a worker is started with. */
export interface ExportWorkerData {
  readonly db: string;
  readonly store: StoreOptions;
  readonly settings: ExportSettings;
}

const { db, store: storeOptions, settings } = workerData as ExportWorkerData;
const store = Store.open(db, storeOptions);
const exporter = new FileExporter(store, settings);

serveJobs<readonly ExportJob[], number>(
  async (jobs) => {
    let bytes = 0;
    for (const job of jobs) bytes += await exporter.export(job);
    return { result: bytes };
  },
  { onClose: () => store.close() },
);
