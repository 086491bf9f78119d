import { indexError, indexErrors } from './errors.js';
import {
  isPowerOfTwo,
  openPackedHeader,
  PackedReader,
  PackedWriter,
  type IndexSource,
} from './packed-numbers.js';

const prefix = 'L2P-INDEX\n';

/** The tables at the start of an l2p index. */
export interface L2pHeader {
  readonly firstRevision: number;
  readonly revisionCount: number;
  /** Most entries in a page, a power of two. */
  readonly pageSize: number;
  /** Per revision the number of its first page; one more number at the end. */
  readonly firstPages: Uint32Array;
  /** Per page its start in bytes from the start of the file; one more number at the end. */
  readonly pageOffsets: Float64Array;
  /** Per page how many entries it has. */
  readonly entryCounts: Uint32Array;
}

/** What is known of a file from elsewhere. */
export interface L2pOptions {
  /** Revisions of a shard; the index must cover this many or one. Any number passes without it. */
  readonly shardSize?: number | undefined;
}

/**
 * Reads the header of an l2p index.
 *
 * @throws RevstoreError `INDEX_CORRUPT`.
 * @see structure-indexes "Log-to-phys index"
 */
export function parseL2pHeader(source: IndexSource, options: L2pOptions = {}): L2pHeader {
  const fail = (message: string) => indexError(source, message);
  const reader = openPackedHeader(source, prefix);
  const firstRevision = reader.uint();
  if (firstRevision !== source.firstRevision)
    throw fail('Index rev / pack file revision numbers do not match');
  const pageSize = reader.uint();
  if (!isPowerOfTwo(pageSize) || pageSize > 0xffffffff)
    throw fail('L2P index page size is not a power of two');
  const revisionCount = reader.uint();
  if (revisionCount < 1 || (options.shardSize && revisionCount !== 1 && revisionCount !== options.shardSize))
    throw fail('Invalid number of revisions in L2P index');
  const pageCount = reader.uint();
  if (pageCount < revisionCount) throw fail('Fewer L2P index pages than revisions');
  // Each page takes two numbers of the header: this bounds what is allocated below.
  if (pageCount > (source.end - source.start) / 2) throw fail('L2P index page count implausibly large');

  const firstPages = new Uint32Array(revisionCount + 1);
  let page = 0;
  for (let i = 1; i <= revisionCount; i++) {
    const count = reader.uint();
    if (count === 0) throw fail('Revision with no L2P index pages');
    page += count;
    if (page > pageCount) throw fail('L2P page table exceeded');
    firstPages[i] = page;
  }
  if (page !== pageCount) throw fail('Revisions do not cover the full L2P index page table');

  const pageOffsets = new Float64Array(pageCount + 1);
  const entryCounts = new Uint32Array(pageCount);
  for (let i = 0; i < pageCount; i++) {
    const size = reader.uint();
    if (size === 0) throw fail('Empty L2P index page');
    const entries = reader.uint();
    if (entries > pageSize) throw fail('Page exceeds L2P index page size');
    pageOffsets[i + 1] = pageOffsets[i] + size;
    entryCounts[i] = entries;
  }
  const start = reader.position;
  for (let i = 0; i <= pageCount; i++) pageOffsets[i] += start;
  return { firstRevision, revisionCount, pageSize, firstPages, pageOffsets, entryCounts };
}

/**
 * An l2p index: where the items of each revision lie in the file. Opening reads the header; a page is read when it is
 * asked for first, and kept.
 */
export class L2pIndex {
  readonly header: L2pHeader;
  readonly #source: IndexSource;
  readonly #pages = new Map<number, Float64Array>();

  constructor(source: IndexSource, header: L2pHeader) {
    this.#source = source;
    this.header = header;
  }

  /** Reads the header of the index at `source`; throws as {@link parseL2pHeader}. */
  static open(source: IndexSource, options: L2pOptions = {}): L2pIndex {
    return new L2pIndex(source, parseL2pHeader(source, options));
  }

  /**
   * Where an item lies.
   *
   * @returns bytes from the start of the file, or -1 for an unused item index.
   * @throws RevstoreError `INDEX_REVISION` or `INDEX_OVERFLOW` for an item that the index does not cover,
   * `INDEX_CORRUPT`.
   */
  offsetOf(revision: number, itemIndex: number): number {
    const { pageSize, firstPages } = this.header;
    const nth = this.#nth(revision);
    let page = firstPages[nth];
    let at = itemIndex;
    if (itemIndex >= pageSize) {
      const limit = pageSize * (firstPages[nth + 1] - page);
      if (itemIndex >= limit)
        throw this.#overflow(
          `Item index ${itemIndex} exceeds l2p limit of ${limit} for revision ${revision}`,
          revision,
        );
      page += Math.floor(itemIndex / pageSize);
      at = itemIndex % pageSize;
    }
    const offsets = this.#page(page);
    if (!(at < offsets.length))
      throw this.#overflow(`Item index ${itemIndex} too large in revision ${revision}`, revision);
    return offsets[at];
  }

  /**
   * How many item indexes a revision has: one more than its largest.
   *
   * @throws RevstoreError `INDEX_REVISION` when the index does not cover `revision`.
   */
  itemCount(revision: number): number {
    const { pageSize, firstPages, entryCounts } = this.header;
    const nth = this.#nth(revision);
    const last = firstPages[nth + 1] - 1;
    return (last - firstPages[nth]) * pageSize + entryCounts[last];
  }

  /**
   * The offsets of all items of a revision by item index, -1 for unused ones, as a copy.
   *
   * @throws RevstoreError `INDEX_REVISION`, `INDEX_CORRUPT`.
   */
  offsetsOf(revision: number): Float64Array {
    const nth = this.#nth(revision);
    const first = this.header.firstPages[nth];
    const pages: Float64Array[] = [];
    let length = 0;
    for (let page = first; page < this.header.firstPages[nth + 1]; page++) {
      const offsets = this.#page(page);
      // Only the last page may be short: otherwise item indexes would shift.
      if (length !== (page - first) * this.header.pageSize)
        throw indexError(this.#source, 'L2P index page is not full');
      pages.push(offsets);
      length += offsets.length;
    }
    const all = new Float64Array(length);
    pages.forEach((offsets, i) => all.set(offsets, i * this.header.pageSize));
    return all;
  }

  #nth(revision: number): number {
    const nth = revision - this.header.firstRevision;
    if (!(nth >= 0 && nth < this.header.revisionCount))
      throw indexError(
        this.#source,
        `Revision ${revision} not covered by item index`,
        indexErrors.INDEX_REVISION,
        {
          revision,
        },
      );
    return nth;
  }

  #overflow(message: string, revision: number): Error {
    return indexError(this.#source, message, indexErrors.INDEX_OVERFLOW, { revision });
  }

  #page(number: number): Float64Array {
    const cached = this.#pages.get(number);
    if (cached) return cached;
    const { pageOffsets, entryCounts } = this.header;
    const start = pageOffsets[number];
    const size = pageOffsets[number + 1] - start;
    const count = entryCounts[number];
    const mismatch = 'L2P actual page size does not match page table value.';
    // An entry takes a byte at least: this bounds what is allocated.
    if (count > size || start + size > this.#source.end) throw indexError(this.#source, mismatch);
    const reader = new PackedReader(this.#source, start, size);
    const offsets = new Float64Array(count);
    let stored = 0;
    for (let i = 0; i < count; i++) {
      stored += reader.int();
      if (!(stored >= 0 && stored <= Number.MAX_SAFE_INTEGER))
        throw indexError(this.#source, 'L2P index entry out of range');
      offsets[i] = stored - 1;
    }
    if (reader.position !== start + size) throw indexError(this.#source, mismatch);
    this.#pages.set(number, offsets);
    return offsets;
  }
}

/** What {@link serializeL2pIndex} writes. */
export interface L2pContents {
  readonly firstRevision: number;
  /** Most entries in a page, a power of two up to 2^31: `l2p-page-size` of fsfs.conf. */
  readonly pageSize: number;
  /**
   * Per revision the offsets of its items by item index, in bytes from the start of the file, -1 for an unused item
   * index; -1 <= offset < 2^51. Trailing unused ones are kept.
   */
  readonly revisions: readonly ArrayLike<number>[];
}

/**
 * An l2p index, the same bytes as Subversion's.
 *
 * @throws TypeError for a page size that is no power of two, no revisions, or a revision without items: Subversion
 * reads none of these.
 * @see structure-indexes "Log-to-phys index"
 */
export function serializeL2pIndex(contents: L2pContents): Uint8Array {
  const { firstRevision, pageSize, revisions } = contents;
  if (!isPowerOfTwo(pageSize) || pageSize > 0x7fffffff)
    throw new TypeError(`${pageSize} is no size of an l2p page`);
  if (revisions.length === 0) throw new TypeError('an l2p index covers one revision at least');

  const pageCounts = new PackedWriter();
  const pageTable = new PackedWriter();
  const pages = new PackedWriter(0x4000);
  let pageCount = 0;
  for (const offsets of revisions) {
    if (offsets.length === 0) throw new TypeError('a revision without items in an l2p index');
    pageCounts.uint(Math.ceil(offsets.length / pageSize));
    for (let start = 0; start < offsets.length; start += pageSize, pageCount++) {
      const end = Math.min(start + pageSize, offsets.length);
      const before = pages.length;
      // Offsets are stored plus one, so that 0 means unused.
      let last = -1;
      for (let i = start; i < end; i++) {
        pages.int(offsets[i] - last);
        last = offsets[i];
      }
      pageTable.uint(pages.length - before);
      pageTable.uint(end - start);
    }
  }
  const index = new PackedWriter(prefix.length + 40 + pageCounts.length + pageTable.length + pages.length);
  index.text(prefix);
  index.uint(firstRevision);
  index.uint(pageSize);
  index.uint(revisions.length);
  index.uint(pageCount);
  index.bytes(pageCounts.view());
  index.bytes(pageTable.view());
  index.bytes(pages.view());
  return index.view();
}
