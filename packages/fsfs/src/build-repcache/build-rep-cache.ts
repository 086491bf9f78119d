import { acquireLock } from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import { fsErrors } from '../fsfs-errors/index.js';
import { RepCacheBuilder } from '../rep-cache/index.js';
import { withRepIndex, type RepIndexProblem } from '../rep-index/index.js';
import type { Store } from '../store/index.js';
import { StoredReps, type StoredRep } from '../stored-reps/index.js';

/** Which revisions are read, and who is told. */
export interface BuildRepCacheOptions {
  /** Default 1: revision 0 has nothing to share. */
  readonly first?: number | undefined;
  /** Default the youngest. */
  readonly last?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of each revision before it is read. */
  readonly onRevision?: ((revision: number) => void) | undefined;
}

/** What {@link buildRepCache} did. */
export interface BuildRepCacheResult {
  /** Representations that the revisions store. */
  readonly representations: number;
  /** Why our own index has not got all of them, if so. */
  readonly indexSkipped?: RepIndexProblem;
  /** Whether the rows of the old `rep-cache.db` were lost because it could not be read. */
  readonly oldRowsLost: boolean;
}

/** Rows that are gathered before our index is opened for them. */
const batchRows = 20_000;

/**
 * Adds what is missing in `rep-cache.db` and in our index of representations. Commits go on meanwhile; the write lock is
 * held only while the new database takes the place of the old one.
 *
 * @throws RevstoreError `FS_REP_SHARING_NOT_SUPPORTED` (E160070), `FS_REP_SHARING_NOT_ALLOWED` (E160069),
 * `FS_NO_SUCH_REVISION`, `FS_CORRUPT`, `SQLITE_BUSY`; the signal's reason.
 * @see libsvn_fs_fs/fs_fs.c#svn_fs_fs__build_rep_cache
 */
export async function buildRepCache(
  store: Store,
  options: BuildRepCacheOptions = {},
): Promise<BuildRepCacheResult> {
  const { signal } = options;
  checkSharing(store);
  const { first = 1, last = store.youngest() } = options;
  if (first > last) return { representations: 0, oldRowsLost: false };
  store.checkRevision(first);
  store.checkRevision(last);
  const builder = await RepCacheBuilder.create(store);
  try {
    const index = new IndexFeed(store, first, signal);
    const stored = new StoredReps(store);
    let representations = 0;
    for (let revision = first; revision <= last; revision++) {
      signal?.throwIfAborted();
      options.onRevision?.(revision);
      for await (const rep of stored.of(revision, signal)) {
        builder.add(rep);
        index.rows.push(rep);
        representations++;
      }
      if (index.rows.length >= batchRows || revision === last) await index.write(revision);
    }
    const oldRowsLost = !(await publish(store, builder, signal));
    return { representations, oldRowsLost, ...(index.problem ? { indexSkipped: index.problem } : {}) };
  } finally {
    builder.discard();
  }
}

function checkSharing({ format, settings }: Store): void {
  const { repSharing, number } = format.features;
  if (!repSharing)
    throw new RevstoreError(
      fsErrors.FS_REP_SHARING_NOT_SUPPORTED,
      `FSFS format (${number}) too old for rep-sharing; please upgrade the filesystem.`,
    );
  if (!settings.repSharing)
    throw new RevstoreError(fsErrors.FS_REP_SHARING_NOT_ALLOWED, 'Filesystem does not allow rep-sharing.');
}

async function publish(
  store: Store,
  builder: RepCacheBuilder,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const lock = await acquireLock(store.paths.writeLock, {
    modeFrom: store.paths.current,
    ...(signal ? { signal } : {}),
  });
  try {
    return await builder.replace(store.youngest(), signal);
  } finally {
    lock.release();
  }
}

/** Rows on their way into our index, until something is wrong with it. */
class IndexFeed {
  rows: StoredRep[] = [];
  problem: RepIndexProblem | undefined;
  readonly #store: Store;
  readonly #signal: AbortSignal | undefined;
  #first: number;

  constructor(store: Store, first: number, signal: AbortSignal | undefined) {
    this.#store = store;
    this.#first = first;
    this.#signal = signal;
  }

  /** @param revision the last one whose rows are gathered. */
  async write(revision: number): Promise<void> {
    const { rows } = this;
    this.rows = [];
    if (!this.problem) {
      const options = { signal: this.#signal };
      const { skipped } = await withRepIndex(
        this.#store,
        (index) => index.add(rows, revision, this.#first),
        options,
      );
      this.problem = skipped;
    }
    this.#first = revision + 1;
  }
}
