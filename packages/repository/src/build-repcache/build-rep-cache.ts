import { join } from 'node:path';
import { buildRepCache as fillCaches, Store } from '@revstore/fsfs';
import { readRepositoryFormat } from '../repository-format/index.js';

/** How {@link buildRepCache} goes about it. */
export interface BuildRepCacheOptions {
  /** The first revision that is read; default 1. */
  readonly start?: number;
  /** The last one; default the youngest. */
  readonly end?: number;
  /** Bytes of all caches together; default 64 MiB. */
  readonly cacheBytes?: number;
  readonly signal?: AbortSignal;
  /** Told of each revision before it is read. */
  readonly onRevision?: (revision: number) => void;
}

/** What {@link buildRepCache} did. */
export interface BuildRepCacheResult {
  /** File texts and property lists that the revisions store. */
  readonly representations: number;
  /** Why Revstore's own index has not got all of them, if so; commits do without it, or bring it up to date. */
  readonly indexSkipped?: string;
  /** Whether the old `rep-cache.db` could not be read, so that its rows of other revisions are lost. */
  readonly oldRowsLost: boolean;
}

/**
 * Adds what is missing in the caches of representations, Subversion's `rep-cache.db` and Revstore's own index, so that
 * later commits of either program share what is stored already. Commits may go on meanwhile.
 *
 * @param path the directory of the repository.
 * @throws RevstoreError `FS_REP_SHARING_NOT_ALLOWED` (E160069) where `fsfs.conf` switches sharing off,
 * `FS_REP_SHARING_NOT_SUPPORTED` (E160070) for formats before 4, `FS_NO_SUCH_REVISION`, `SQLITE_BUSY` (E200033); the
 * signal's reason.
 */
export async function buildRepCache(
  path: string,
  options: BuildRepCacheOptions = {},
): Promise<BuildRepCacheResult> {
  const { start, end, cacheBytes, signal, onRevision } = options;
  readRepositoryFormat(path);
  const store = Store.open(join(path, 'db'), cacheBytes === undefined ? {} : { cacheBytes });
  try {
    const result = await fillCaches(store, { first: start, last: end, signal, onRevision });
    return {
      representations: result.representations,
      oldRowsLost: result.oldRowsLost,
      ...(result.indexSkipped ? { indexSkipped: result.indexSkipped.message } : {}),
    };
  } finally {
    store.close();
  }
}
