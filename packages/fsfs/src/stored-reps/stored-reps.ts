import { createSha1, sha1Hex } from '@revstore/bytes';
import type { RevisionFile, RevisionFiles } from '../addressing/index.js';
import { itemIndexes } from '../index-format/index.js';
import type { Noderev, NodeReader } from '../nodes/index.js';
import type { Representation, RepReader } from '../reps/index.js';

/** Where a representation is, as a node-revision that shares it has to say. */
export interface RepRow {
  readonly revision: number;
  readonly itemIndex: number;
  /** Bytes on disk between the header line and `ENDREP`. */
  readonly size: number;
  /** Bytes of the full text. */
  readonly expandedSize: number;
}

/** A {@link RepRow} with the SHA-1 of the full text, 20 bytes. */
export interface StoredRep extends RepRow {
  readonly sha1: Uint8Array;
}

/** What of a store is read to find representations. */
export interface RepSource {
  readonly files: RevisionFiles;
  readonly nodes: NodeReader;
  readonly reps: RepReader;
}

/** How a node-revision begins; nothing else that a revision holds begins so. */
const noderevStart = 'id: ';
const sha1OfNothing = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
/** Texts up to this length (bytes) are read at once for their digest. */
const smallText = 256 * 1024;
/** How long (milliseconds) is read before other work gets a turn. */
const slice = 4;

/**
 * Finds the representations that Subversion would put in `rep-cache.db` for a revision: those of file texts and property
 * lists that the revision itself stores. Property lists and texts of old formats have no SHA-1 in their node-revision;
 * it is computed from the text.
 *
 * @see libsvn_fs_fs/fs_fs.c#reindex_node
 */
export class StoredReps {
  readonly #source: RepSource;
  #since = performance.now();

  constructor(source: RepSource) {
    this.#source = source;
  }

  /**
   * The representations of one revision in the order of its items, the root's last; each once. Leaves the event loop free.
   *
   * @throws RevstoreError `FS_CORRUPT`, `CHECKSUM_MISMATCH`, `FS_NO_SUCH_REVISION` and index errors; the signal's reason.
   */
  async *of(revision: number, signal?: AbortSignal): AsyncGenerator<StoredRep, void, undefined> {
    const file = this.#source.files.file(revision).retain();
    try {
      const seen = new Set<number>();
      const offsets = file.offsetsOf(revision);
      for (let i = itemIndexes.firstUser; i <= offsets.length; i++) {
        if (performance.now() - this.#since > slice) {
          await new Promise(setImmediate);
          this.#since = performance.now();
        }
        signal?.throwIfAborted();
        const itemIndex = i < offsets.length ? i : itemIndexes.rootNode;
        if (!startsNoderev(file, offsets[itemIndex])) continue;
        const node = this.#source.nodes.noderev({ revision, itemIndex });
        for (const rep of sharable(node)) {
          if (rep.revision !== revision || seen.has(rep.itemIndex)) continue;
          seen.add(rep.itemIndex);
          const sha1 = rep.sha1 ?? (await this.#digest(rep, signal));
          yield {
            sha1: Buffer.from(sha1, 'hex'),
            revision,
            itemIndex: rep.itemIndex,
            size: rep.size,
            // 0 may stand for the size on disk.
            expandedSize: rep.expandedSize === 0 && sha1 !== sha1OfNothing ? rep.size : rep.expandedSize,
          };
        }
      }
    } finally {
      file.release();
    }
  }

  async #digest(rep: Representation, signal: AbortSignal | undefined): Promise<string> {
    const { reps } = this.#source;
    if (Math.max(rep.size, rep.expandedSize) <= smallText) return sha1Hex(reps.readAll(rep));
    const sha1 = createSha1();
    for await (const chunk of reps.stream(rep, signal)) sha1.update(chunk);
    return sha1.digest('hex');
  }
}

function startsNoderev(file: RevisionFile, offset: number | undefined): boolean {
  if (offset === undefined || offset < 0 || offset + noderevStart.length > file.contentEnd) return false;
  const bytes = file.read(offset, noderevStart.length);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1') === noderevStart;
}

function sharable({ kind, text, properties }: Noderev): Representation[] {
  const found: Representation[] = [];
  if (text && kind === 'file') found.push(text);
  if (properties) found.push(properties);
  return found;
}
