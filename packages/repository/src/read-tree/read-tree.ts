import type { Noderev, Store } from '@revstore/fsfs';
import { FileBatches } from '../batches/index.js';
import type { Depth, ReadTreeOptions, ReadTreeResult } from '../api/index.js';
import { addCounts, NodeCounter, noCounts, type ReadCounts, type ReadJob } from './node-counter.js';
import type { ReadWorkerData } from './read-worker.js';

/** Cache of each thread's own store, bytes. */
const workerCacheBytes = 16 * 1024 * 1024;

/** {@link ReadTreeOptions} with what the repository handle has resolved. */
export interface ResolvedReadTreeOptions extends ReadTreeOptions {
  readonly source: string;
  readonly revision: number;
}

/**
 * Reads the tree or file at a path in full.
 *
 * @throws RevstoreError `FS_NOT_FOUND`; `FS_CORRUPT` for anything that can't be read; the signal's reason.
 */
export async function readTree(store: Store, options: ResolvedReadTreeOptions): Promise<ReadTreeResult> {
  const counter = new NodeCounter(store, () => options.signal?.throwIfAborted());
  const total = noCounts();
  let directories = 0;
  let files = 0;
  await using batches = new FileBatches<ReadJob, ReadCounts>({
    module: new URL('./read-worker.js', import.meta.url),
    workerData: {
      db: store.paths.db,
      store: { compressionProvider: store.provider.name, cacheBytes: workerCacheBytes },
    } satisfies ReadWorkerData,
    inline: (job) => counter.readFile(job),
    onResult: (counts) => addCounts(total, counts),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const readDirectory = async (node: Noderev, depth: Depth): Promise<void> => {
    directories++;
    counter.countProperties(node, total);
    if (depth === 'empty') return;
    for (const { kind, id } of store.nodes.directory(node).entries) {
      if (kind === 'file') {
        files++;
        await batches.add(id);
      } else if (depth !== 'files') {
        await readDirectory(store.nodes.noderev(id), depth === 'immediates' ? 'empty' : depth);
      }
      await batches.rest();
    }
  };
  const top = store.tree(options.revision).get(options.source);
  if (top.kind === 'dir') await readDirectory(top, options.depth ?? 'infinity');
  else {
    files = 1;
    await batches.add(top.id);
  }
  await batches.finish();
  return { directories, files, ...total };
}
