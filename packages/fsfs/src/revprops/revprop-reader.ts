import type { CompressionProvider } from '@revstore/compression';
import { readWholeFile, readWholeFileIfExists } from '@revstore/files';
import { parseHashDump } from '@revstore/proplist';
import { RevstoreError } from '@revstore/errors';
import type { RevisionFiles } from '../addressing/index.js';
import { LruCache } from '../cache/index.js';
import { corrupt, fsErrors } from '../fsfs-errors/index.js';
import type { StorePaths } from '../layout/index.js';
import { packNameOf, parseRevpropManifest, type RevpropManifest } from './revprop-manifest.js';
import { parseRevpropPack, wrongRevisions, type RevpropPack } from './revprop-pack.js';

/** How often a reader tries again when a writer replaces what it is reading. */
const attempts = 10;

/** Bytes of memory that a manifest's entry or a list in a pack takes beside its contents, roughly. */
const entryOverhead = 100;

/** A packed revision's file, with all that stands beside it. */
export interface PackedRevprops {
  readonly manifest: RevpropManifest;
  /** Name of the pack file. */
  readonly name: string;
  readonly pack: RevpropPack;
}

/** Reads revision properties. They change under a reader, so nothing is kept but packs that are read once more at once. */
export class RevpropReader {
  readonly #paths: StorePaths;
  readonly #files: RevisionFiles;
  readonly #provider: CompressionProvider;
  readonly #packed: boolean;
  readonly #manifests = new LruCache<string, RevpropManifest>(1024 * 1024);
  readonly #packs = new LruCache<string, RevpropPack>(4 * 1024 * 1024);

  /** @param packed whether packed shards have packed revision properties: format 6 and up. */
  constructor(paths: StorePaths, files: RevisionFiles, provider: CompressionProvider, packed: boolean) {
    this.#packed = packed;
    this.#paths = paths;
    this.#files = files;
    this.#provider = provider;
  }

  /** Forgets packs read before, so that later reads see what is on disk now. */
  refresh(): void {
    this.#manifests.clear();
    this.#packs.clear();
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

  /**
   * The pack that holds a packed revision.
   *
   * @throws RevstoreError `FS_CORRUPT`; `Can't open file '…'`, also where a writer has just replaced it.
   */
  readPacked(revision: number): PackedRevprops {
    const manifest = this.#manifest(revision);
    const name = packNameOf(manifest, revision);
    const file = this.#paths.revpropPack(revision, name);
    let pack = this.#packs.get(file);
    // A kept one may be that of another manifest.
    if (pack?.lists[revision - pack.first]) return { manifest, name, pack };
    const bytes = readWholeFile(file);
    try {
      pack = parseRevpropPack(bytes, this.#provider);
      const { first, lists } = pack;
      const holds = revision >= first && revision < first + lists.length;
      if (!holds || first < manifest.first || first + lists.length > manifest.first + manifest.names.length)
        throw wrongRevisions(pack, revision);
    } catch (error) {
      throw corrupt(`Revprop pack file for r${revision} is corrupt`, { file, revision }, error);
    }
    const size = pack.lists.reduce((sum, list) => sum + list.length + entryOverhead, 0);
    this.#packs.set(file, pack, size);
    return { manifest, name, pack };
  }

  #stored(revision: number): Uint8Array {
    let cause: unknown;
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (revision === 0 || !(this.#packed && this.#files.isPacked(revision))) {
        const bytes = readWholeFileIfExists(this.#paths.revpropFile(revision));
        if (bytes) return bytes;
        if (!this.#files.refresh()) break;
      } else {
        try {
          const { pack } = this.readPacked(revision);
          return pack.lists[revision - pack.first];
        } catch (error) {
          // A writer may have split the pack since its manifest was read.
          cause = error;
          this.refresh();
        }
      }
    }
    if (cause) throw cause;
    throw new RevstoreError(fsErrors.FS_NO_SUCH_REVISION, `No such revision ${revision}`, {
      data: { revision },
    });
  }

  #manifest(revision: number): RevpropManifest {
    const path = this.#paths.revpropPack(revision, 'manifest');
    let manifest = this.#manifests.get(path);
    if (!manifest) {
      const text = readWholeFile(path).toString('latin1');
      manifest = parseRevpropManifest(text, revision, this.#paths.shardSize);
      this.#manifests.set(path, manifest, manifest.names.length * entryOverhead);
    }
    return manifest;
  }
}
