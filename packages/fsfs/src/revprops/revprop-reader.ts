import type { CompressionProvider } from '@revstore/compression';
import { readWholeFile, readWholeFileIfExists } from '@revstore/files';
import { parseHashDump } from '@revstore/proplist';
import { RevstoreError } from '@revstore/errors';
import type { RevisionFiles } from '../addressing/index.js';
import { LruCache } from '../cache/index.js';
import { corrupt, fsErrors } from '../fsfs-errors/index.js';
import type { StorePaths } from '../layout/index.js';
import { packNameOf, parseRevpropPack } from './revprop-pack.js';

/** How often a reader tries again when a writer replaces what it is reading. */
const attempts = 10;

/** Reads revision properties. They change under a reader, so nothing is kept but packs that are read once more at once. */
export class RevpropReader {
  readonly #paths: StorePaths;
  readonly #files: RevisionFiles;
  readonly #provider: CompressionProvider;
  readonly #kept = new LruCache<string, Buffer>(4 * 1024 * 1024);

  constructor(paths: StorePaths, files: RevisionFiles, provider: CompressionProvider) {
    this.#paths = paths;
    this.#files = files;
    this.#provider = provider;
  }

  /** Forgets packs read before, so that later reads see what is on disk now. */
  refresh(): void {
    this.#kept.clear();
  }

  /**
   * The properties of a revision.
   *
   * @throws RevstoreError `FS_NO_SUCH_REVISION`; `MALFORMED_FILE` (Failed to parse revprops) and `FS_CORRUPT`.
   */
  read(revision: number): Map<string, Uint8Array> {
    const bytes = this.#stored(revision);
    try {
      return parseHashDump(bytes);
    } catch (error) {
      throw new RevstoreError(fsErrors.MALFORMED_FILE, `Failed to parse revprops for r${revision}.`, {
        data: { revision },
        cause: error,
      });
    }
  }

  #stored(revision: number): Uint8Array {
    let cause: unknown;
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (revision === 0 || !this.#files.isPacked(revision)) {
        const bytes = readWholeFileIfExists(this.#paths.revpropFile(revision));
        if (bytes) return bytes;
        if (!this.#files.refresh()) break;
      } else {
        try {
          return this.#packed(revision);
        } catch (error) {
          // A writer may have split the pack since its manifest was read.
          cause = error;
          this.#kept.clear();
        }
      }
    }
    if (cause) throw cause;
    throw new RevstoreError(fsErrors.FS_NO_SUCH_REVISION, `No such revision ${revision}`, {
      data: { revision },
    });
  }

  #packed(revision: number): Uint8Array {
    const manifest = this.#load(this.#paths.revpropPack(revision, 'manifest')).toString('latin1');
    const name = packNameOf(manifest, revision, this.#paths.shardSize);
    const file = this.#paths.revpropPack(revision, name);
    const bytes = this.#load(file);
    try {
      return parseRevpropPack(bytes, revision, this.#provider);
    } catch (error) {
      throw corrupt(`Revprop pack file for r${revision} is corrupt`, { file, revision }, error);
    }
  }

  #load(path: string): Buffer {
    let bytes = this.#kept.get(path);
    if (!bytes) {
      bytes = readWholeFile(path);
      this.#kept.set(path, bytes, bytes.length);
    }
    return bytes;
  }
}
