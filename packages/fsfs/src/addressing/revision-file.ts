import { PositionalFile } from '@revstore/files';
import { md5Hex } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { corrupt, fsErrors } from '../fsfs-errors/index.js';
import { L2pIndex, maxFooterLength, P2lIndex, parseFooter, type IndexFooter } from '../index-format/index.js';
import { blockSize, type BlockCache } from './block-cache.js';
import { PhysicalItems } from './physical-items.js';

/** How items are found in a file: by its indexes, or without, from where its revisions begin (bytes). */
export type ItemFinding = { readonly shardSize: number } | { readonly starts: readonly number[] };

/** Longest read that goes through the block cache; longer ones would only push out what is used again. */
const maxCachedRead = 4 * blockSize;

/**
 * One rev or pack file, open for reading. Its descriptor stays open until {@link close} was called and the last
 * {@link retain} was released, so that a reader in progress is not hurt by a pack that removes the file.
 */
export class RevisionFile {
  readonly path: string;
  /** First revision that the file holds. */
  readonly firstRevision: number;
  readonly size: number;
  readonly #file: PositionalFile;
  readonly #blocks: BlockCache;
  readonly #number: number;
  readonly #shardSize: number;
  readonly #footer: IndexFooter | undefined;
  readonly #physical: PhysicalItems | undefined;
  #l2p: L2pIndex | undefined;
  #p2l: P2lIndex | undefined;
  #users = 1;
  /** The block read last: most reads go on in it. */
  #lastBlock: Uint8Array | undefined;
  #lastIndex = -1;

  private constructor(file: PositionalFile, firstRevision: number, blocks: BlockCache, finding: ItemFinding) {
    this.path = file.path;
    this.firstRevision = firstRevision;
    this.#file = file;
    this.#blocks = blocks;
    this.#number = blocks.registerFile();
    this.#shardSize = 'shardSize' in finding ? finding.shardSize : 0;
    this.size = file.size;
    if ('starts' in finding) {
      this.#physical = new PhysicalItems(this, finding.starts);
      return;
    }
    const tailLength = Math.min(this.size, maxFooterLength);
    this.#footer = parseFooter(
      this.read(this.size - tailLength, tailLength),
      this.size,
      firstRevision,
      this.path,
    );
  }

  /** @throws RevstoreError of the system when it can't be opened, `FS_CORRUPT` and index errors for a bad footer. */
  static open(path: string, firstRevision: number, blocks: BlockCache, finding: ItemFinding): RevisionFile {
    const file = PositionalFile.open(path);
    try {
      return new RevisionFile(file, firstRevision, blocks, finding);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Where items end and the indexes begin. */
  get contentEnd(): number {
    return this.#footer?.l2pOffset ?? this.size;
  }

  /** Whether the file has indexes: logical addressing. */
  get isIndexed(): boolean {
    return this.#footer !== undefined;
  }

  /** The footer of an indexed file. @throws RevstoreError `UNSUPPORTED_FEATURE` for a file without indexes. */
  get footer(): IndexFooter {
    if (!this.#footer)
      throw new RevstoreError(fsErrors.UNSUPPORTED_FEATURE, `File '${this.path}' has no indexes`, {
        data: { file: this.path },
      });
    return this.#footer;
  }

  /** The item index as ids name it: physical addressing looks up those of the root node and the changed paths. */
  itemIndexOf(revision: number, itemIndex: number): number {
    return this.#physical?.itemIndexOf(revision, itemIndex) ?? itemIndex;
  }

  /** Offset (bytes) of an item, or -1 for an item index that is not used. */
  offsetOf(revision: number, itemIndex: number): number {
    return this.#physical
      ? this.#physical.offsetOf(revision, itemIndex)
      : this.#openL2p().offsetOf(revision, itemIndex);
  }

  /** Offsets (bytes) of all items of a revision by item index, -1 for those that are not used. */
  offsetsOf(revision: number): Float64Array {
    return this.#openL2p().offsetsOf(revision);
  }

  /** What each section of the file holds. */
  get p2l(): P2lIndex {
    return (this.#p2l ??= P2lIndex.open({
      ...this.#indexSource(this.footer.p2lOffset, this.footer.footerOffset),
      fileSize: this.footer.l2pOffset,
    }));
  }

  /** Compares both indexes with the checksums in the footer. @throws RevstoreError `FS_CORRUPT` */
  checkIndexes(): void {
    const { l2pOffset, p2lOffset, footerOffset, l2pChecksum, p2lChecksum } = this.footer;
    for (const [name, start, end, expected] of [
      ['L2P', l2pOffset, p2lOffset, l2pChecksum],
      ['P2L', p2lOffset, footerOffset, p2lChecksum],
    ] as const) {
      const actual = md5Hex(this.read(start, end - start));
      if (actual !== expected)
        throw corrupt(`Checksum mismatch in ${name} index of file '${this.path}'`, {
          file: this.path,
          revision: this.firstRevision,
          offset: start,
          expected,
          actual,
        });
    }
  }

  /**
   * Bytes of the file.
   *
   * @param offset, length bytes, within the file.
   * @returns a view of a cached block where one block holds them all: not to be changed.
   * @throws RevstoreError `FS_CORRUPT` when the range is not within the file.
   */
  read(offset: number, length: number): Uint8Array {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.size))
      throw corrupt(`Unexpected end of file '${this.path}'`, {
        file: this.path,
        revision: this.firstRevision,
        offset,
        expected: length,
        actual: Math.max(0, this.size - offset),
      });
    if (length > maxCachedRead) return this.#file.read(offset, length);
    const first = Math.floor(offset / blockSize);
    const last = Math.floor((offset + Math.max(length, 1) - 1) / blockSize);
    if (first === last) {
      const start = offset - first * blockSize;
      return this.#block(first).subarray(start, start + length);
    }
    const bytes = new Uint8Array(length);
    for (let index = first; index <= last; index++) {
      const block = this.#block(index);
      const from = Math.max(offset - index * blockSize, 0);
      const to = Math.min(offset + length - index * blockSize, block.length);
      bytes.set(block.subarray(from, to), index * blockSize + from - offset);
    }
    return bytes;
  }

  /** Bytes of the file in a buffer of the caller's own, past the cache: for long sequential reading. */
  readFresh(offset: number, length: number): Uint8Array {
    return this.#file.read(offset, length);
  }

  retain(): this {
    this.#users++;
    return this;
  }

  release(): void {
    if (--this.#users === 0) this.#file.close();
  }

  #openL2p(): L2pIndex {
    return (this.#l2p ??= L2pIndex.open(this.#indexSource(this.footer.l2pOffset, this.footer.p2lOffset), {
      shardSize: this.#shardSize,
    }));
  }

  #block(index: number): Uint8Array {
    if (index === this.#lastIndex) return this.#lastBlock!;
    this.#lastIndex = index;
    return (this.#lastBlock = this.#blocks.get(this.#number, index, () =>
      this.#file.read(index * blockSize, Math.min(blockSize, this.size - index * blockSize)),
    ));
  }

  #indexSource(start: number, end: number) {
    return {
      start,
      end,
      firstRevision: this.firstRevision,
      file: this.path,
      readBytes: (offset: number, length: number) =>
        this.read(offset, Math.min(length, Math.max(0, this.size - offset))),
    };
  }
}
