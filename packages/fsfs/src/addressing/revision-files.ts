import { RevstoreError } from '@revstore/errors';
import { readWholeFile } from '@revstore/files';
import { LruCache } from '../cache/index.js';
import { corrupt, fsErrors } from '../fsfs-errors/index.js';
import type { FilesystemFormat } from '../format/index.js';
import type { ItemAddress } from '../ids/index.js';
import { readMinUnpackedRev, type StorePaths } from '../layout/index.js';
import { BlockCache } from './block-cache.js';
import { parsePackManifest } from './physical-items.js';
import { RevisionFile, type ItemFinding } from './revision-file.js';

/** Rev and pack files that are kept open at most. */
const maxOpenFiles = 200;

/** Finds items: from a revision and item index to a file and an offset, in packed and unpacked shards alike. */
export class RevisionFiles {
  readonly #paths: StorePaths;
  readonly #format: FilesystemFormat;
  readonly #blocks: BlockCache;
  readonly #open: LruCache<number, RevisionFile>;
  #minUnpackedRev: number;
  /** The file asked for last, and its key in {@link #open}: most requests go on in it. */
  #last: { readonly key: number; readonly file: RevisionFile } | undefined;

  /** @param cacheBytes budget of the block cache. */
  constructor(paths: StorePaths, format: FilesystemFormat, cacheBytes: number) {
    this.#format = format;
    this.#paths = paths;
    this.#blocks = new BlockCache(cacheBytes);
    this.#open = new LruCache(maxOpenFiles, (file) => file.release());
    this.#minUnpackedRev = this.#readMinUnpackedRev();
  }

  /** The first revision not in a pack file, as far as this handle has seen. */
  get minUnpackedRev(): number {
    return this.#minUnpackedRev;
  }

  isPacked(revision: number): boolean {
    return revision < this.#minUnpackedRev;
  }

  /** Reads `min-unpacked-rev` again. Returns whether it moved. */
  refresh(): boolean {
    const before = this.#minUnpackedRev;
    this.#minUnpackedRev = this.#readMinUnpackedRev();
    return before !== this.#minUnpackedRev;
  }

  /**
   * The file that holds `revision`; it belongs to the cache: retain it to use it across an await.
   *
   * @throws RevstoreError `FS_NO_SUCH_REVISION` where there is none.
   */
  file(revision: number): RevisionFile {
    try {
      return this.#openFile(revision);
    } catch (error) {
      if (!(error instanceof RevstoreError && error.kind === 'not-found')) throw error;
      // A pack may have moved the revision since min-unpacked-rev was read.
      if (this.refresh()) {
        try {
          return this.#openFile(revision);
        } catch (again) {
          if (!(again instanceof RevstoreError && again.kind === 'not-found')) throw again;
        }
      }
      throw new RevstoreError(fsErrors.FS_NO_SUCH_REVISION, `No such revision ${revision}`, {
        data: { revision, file: error.data.path ?? '' },
      });
    }
  }

  /** Where an item is. @throws RevstoreError `FS_NO_SUCH_REVISION`, `FS_CORRUPT` and index errors. */
  locate(address: ItemAddress): { file: RevisionFile; offset: number; itemIndex: number } {
    const file = this.file(address.revision);
    const offset = file.offsetOf(address.revision, address.itemIndex);
    if (offset < 0 || offset >= file.contentEnd)
      throw corrupt(
        `Item index ${address.itemIndex} of revision ${address.revision} in '${file.path}' names no item`,
        { file: file.path, revision: address.revision, actual: offset },
      );
    return { file, offset, itemIndex: file.itemIndexOf(address.revision, address.itemIndex) };
  }

  close(): void {
    this.#last = undefined;
    this.#open.clear();
  }

  #readMinUnpackedRev(): number {
    const { features, layout } = this.#format;
    return features.packing && layout.kind === 'sharded' ? readMinUnpackedRev(this.#paths) : 0;
  }

  #finding(revision: number, packed: boolean): ItemFinding {
    const { shardSize } = this.#paths;
    if (this.#format.addressing === 'logical') return { shardSize };
    if (!packed) return { starts: [0] };
    const manifest = this.#paths.packManifest(revision);
    return { starts: parsePackManifest(readWholeFile(manifest).toString('latin1'), manifest, shardSize) };
  }

  #openFile(revision: number): RevisionFile {
    const packed = this.isPacked(revision);
    const first = packed ? revision - (revision % this.#paths.shardSize) : revision;
    // A pack and the first file of its shard hold the same first revision.
    const key = packed ? -1 - first : first;
    if (this.#last?.key === key) return this.#last.file;
    let file = this.#open.get(key);
    if (!file) {
      const path = packed ? this.#paths.packFile(revision) : this.#paths.revFile(revision);
      file = RevisionFile.open(path, first, this.#blocks, this.#finding(revision, packed));
      this.#open.set(key, file, 1);
    }
    this.#last = { key, file };
    return file;
  }
}
