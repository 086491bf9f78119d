/** One handle on a store: the reading rooms put together over shared caches. */
import { loadProvider, type CompressionProvider } from '@revstore/compression';
import { acquireLock, directoryIdentity, readWholeFileIfExists, type FlushPolicy } from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import { RevisionFiles } from '../addressing/index.js';
import { parseChanges, parseChangesStart, type Change } from '../changes/index.js';
import { parseFsfsConfig, type FsfsSettings } from '../config/index.js';
import { corrupt, fsErrors } from '../fsfs-errors/index.js';
import type { FilesystemFormat } from '../format/index.js';
import { itemIndexes } from '../index-format/index.js';
import {
  checkType,
  readFormat,
  readIds,
  readYoungest,
  StorePaths,
  writeUuid,
  type StoreIds,
} from '../layout/index.js';
import { NodeReader, nodesMadeIn, type Noderev } from '../nodes/index.js';
import { PathLockReader } from '../path-locks/index.js';
import { releaseRepIndex } from '../rep-index/index.js';
import { RepReader } from '../reps/index.js';
import { RevpropReader } from '../revprops/index.js';
import { RevisionTree } from '../tree/index.js';

/** How a {@link Store} is opened. */
export interface StoreOptions {
  /** Where the codecs come from; default native, portable as the fallback. */
  readonly compressionProvider?: 'native' | 'portable';
  /** Bytes of all caches together; default 64 MiB. */
  readonly cacheBytes?: number;
  /** What commits wait for; default `durable`. */
  readonly flush?: FlushPolicy;
}

/** Bytes that the changed paths of most revisions fit into. */
const usualChanges = 4096;
const defaultCacheBytes = 64 * 1024 * 1024;

/** An open store, for reading; commits are made by the commit room over it. Synchronous throughout. */
export class Store {
  readonly paths: StorePaths;
  readonly flush: FlushPolicy;
  readonly format: FilesystemFormat;
  readonly settings: FsfsSettings;
  readonly provider: CompressionProvider;
  readonly files: RevisionFiles;
  readonly reps: RepReader;
  readonly nodes: NodeReader;
  readonly revprops: RevpropReader;
  readonly locks: PathLockReader;
  #ids: StoreIds;
  readonly #directory: string;
  #youngestSeen = 0;

  private constructor(db: string, options: StoreOptions) {
    checkType(db);
    this.format = readFormat(db);
    const { features, layout } = this.format;
    this.paths = new StorePaths(db, layout.kind === 'sharded' ? layout.shardSize : 0);
    this.flush = options.flush ?? 'durable';
    const config = this.paths.config;
    this.settings = parseFsfsConfig(readWholeFileIfExists(config), features.number, config);
    this.#ids = readIds(this.paths);
    this.provider = loadProvider(options.compressionProvider);
    const cacheBytes = options.cacheBytes ?? defaultCacheBytes;
    this.files = new RevisionFiles(this.paths, this.format, cacheBytes / 2);
    this.reps = new RepReader(this.files, this.provider);
    this.nodes = new NodeReader(this.files, this.reps, cacheBytes / 2);
    this.revprops = new RevpropReader(this.paths, this.files, this.provider, features.packedRevprops);
    this.locks = new PathLockReader(this.paths);
    this.#directory = directoryIdentity(db);
  }

  /**
   * Opens the store in a repository's `db` directory. Nothing is written.
   *
   * @throws RevstoreError for a format that is too new, unsupported or corrupt, and for a bad `fsfs.conf`.
   */
  static open(db: string, options: StoreOptions = {}): Store {
    return new Store(db, options);
  }

  get ids(): StoreIds {
    return this.#ids;
  }

  /**
   * Gives the repository another UUID, under the write lock.
   *
   * @throws RevstoreError `BAD_UUID` (E125008); of the system; the signal's reason.
   */
  async setUuid(uuid: string, signal?: AbortSignal): Promise<void> {
    const lock = await acquireLock(this.paths.writeLock, {
      modeFrom: this.paths.current,
      ...(signal ? { signal } : {}),
    });
    try {
      this.#ids = writeUuid(this.paths, uuid, this.format.features.instanceIds);
    } finally {
      lock.release();
    }
  }

  /**
   * Makes sure that this handle still speaks of what is at its path. After another UUID or instance id, or a youngest
   * revision that is older than before, nothing that was kept is used any more.
   *
   * @throws RevstoreError `STORE_REPLACED` where another directory has taken the place of the one that was opened; of the
   * system where there is none any more.
   */
  revalidate(): void {
    if (directoryIdentity(this.paths.db) !== this.#directory)
      throw new RevstoreError(
        fsErrors.STORE_REPLACED,
        `Filesystem '${this.paths.db}' was replaced by another one since it was opened`,
        { data: { path: this.paths.db } },
      );
    const { uuid, instanceId } = readIds(this.paths);
    const youngest = this.youngest();
    if (uuid !== this.#ids.uuid || instanceId !== this.#ids.instanceId || youngest < this.#youngestSeen) {
      this.#ids = { uuid, instanceId };
      void releaseRepIndex(this);
      this.files.close();
      this.nodes.forget();
      this.refresh();
    }
    this.#youngestSeen = youngest;
  }

  /** The youngest revision on disk now. */
  youngest(): number {
    return readYoungest(this.paths);
  }

  /** @throws RevstoreError `FS_NO_SUCH_REVISION` for a revision that does not exist. */
  checkRevision(revision: number): void {
    if (!Number.isSafeInteger(revision) || revision < 0 || revision > this.youngest())
      throw new RevstoreError(fsErrors.FS_NO_SUCH_REVISION, `No such revision ${revision}`, {
        data: { revision },
      });
  }

  /** The tree of a revision. @throws RevstoreError `FS_NO_SUCH_REVISION` */
  tree(revision: number): RevisionTree {
    this.checkRevision(revision);
    return new RevisionTree(this.nodes, revision);
  }

  /** What a revision changed, in the order stored. @throws RevstoreError `FS_CORRUPT`, `FS_NO_SUCH_REVISION` */
  changes(revision: number): Change[] {
    const { file, offset } = this.files.locate({ revision, itemIndex: itemIndexes.changes });
    const left = file.contentEnd - offset;
    try {
      // Most are short; what the index says of the length would have to be read, too.
      for (let length = usualChanges; length < left; length *= 16) {
        const changes = parseChangesStart(file.read(offset, length));
        if (changes) return changes;
      }
      return parseChanges(file.read(offset, left));
    } catch (error) {
      throw corrupt(
        `Corrupt changed paths of revision ${revision}`,
        { file: file.path, revision, offset },
        error,
      );
    }
  }

  /**
   * The node-revisions that a revision made at `paths`, absolute ones, by path.
   *
   * @throws RevstoreError `FS_CORRUPT`, `FS_NO_SUCH_REVISION`
   */
  nodesMadeIn(revision: number, paths: ReadonlySet<string>): Map<string, Noderev> {
    return nodesMadeIn(this.files, this.nodes, revision, paths);
  }

  /** Makes what other processes changed visible where it is kept: packs and revision properties. */
  refresh(): void {
    this.files.refresh();
    this.revprops.refresh();
  }

  /** Ends the use of all files; the index of representations is given back as soon as it can be. */
  close(): void {
    void releaseRepIndex(this);
    this.files.close();
  }
}
