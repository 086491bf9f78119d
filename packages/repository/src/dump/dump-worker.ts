/** Worker thread of a dump: opens the store for itself and dumps spans of revisions. */
import { workerData } from 'node:worker_threads';
import { Store, type StoreOptions } from '@revstore/fsfs';
import { serveJobs } from '@revstore/workers';
import { SpanDumper, type FinishedSpan, type Span, type SpanSettings } from './span.js';

/** What a worker is started with. */
export interface DumpWorkerData {
  readonly db: string;
  readonly store: StoreOptions;
  readonly settings: SpanSettings;
}

const { db, store: storeOptions, settings } = workerData as DumpWorkerData;
const store = Store.open(db, storeOptions);
const dumper = new SpanDumper(store, settings);

serveJobs<Span, FinishedSpan | undefined>(
  async (span) => {
    const result = await dumper.dump(span, () => undefined);
    return { result, transfer: result?.blocks.map((block) => block.buffer) ?? [] };
  },
  { onClose: () => store.close() },
);
