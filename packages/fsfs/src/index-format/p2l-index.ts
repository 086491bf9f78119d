import { maxVarintLength } from '@revstore/bytes';
import { LruCache } from '../cache/index.js';
import { indexError, indexErrors } from './errors.js';
import { itemIndexes, itemTypes, type ItemType } from './item-types.js';
import { P2lEntries, p2lEntryBytes, type P2lEntry } from './p2l-entries.js';
import { parseP2lHeader, type P2lHeader, type P2lSource } from './p2l-header.js';
import { PackedReader } from './packed-numbers.js';

/** Bytes of parsed pages that an index keeps. */
const cacheBytes = 0x400000;

/** Most bytes of the first entry of a page with its offset. */
const firstEntryLength = 5 * maxVarintLength;

const walkChunk = 0x10000;

/**
 * A p2l index: what each byte of a rev or pack file belongs to. Opening reads the header; pages are read when they are
 * asked for, and the last used ones are kept.
 */
export class P2lIndex {
  readonly header: P2lHeader;
  readonly #source: P2lSource;
  readonly #pages = new LruCache<number, P2lEntries>(cacheBytes);

  constructor(source: P2lSource, header: P2lHeader) {
    this.#source = source;
    this.header = header;
  }

  /** Reads the header of the index at `source`; throws as {@link parseP2lHeader}. */
  static open(source: P2lSource): P2lIndex {
    return new P2lIndex(source, parseP2lHeader(source));
  }

  /**
   * The sections that overlap bytes `start` to `end` (exclusive) of the file, in order; a section may begin before and
   * end after them. Past the last page there are none; the unused section that fills the last page up is one.
   *
   * @throws RevstoreError `INDEX_OVERFLOW` when `start` lies past the last page, `INDEX_CORRUPT`.
   */
  entriesIn(start: number, end: number): P2lEntry[] {
    const covered = this.#checkOffset(start);
    const found: P2lEntry[] = [];
    for (let at = start; at < end && at < covered;) {
      const page = this.#page(Math.floor(at / this.header.pageSize));
      let i = page.lowerBound(at);
      if (i > 0 && page.offsetAt(i - 1) + page.sizeAt(i - 1) > at) i--;
      let next = at;
      for (; i < page.length && page.offsetAt(i) < end; i++) {
        if (page.offsetAt(i) > next) break;
        found.push(page.at(i));
        next = page.offsetAt(i) + page.sizeAt(i);
      }
      if (next <= at) throw this.#uncovered(at);
      at = next;
    }
    return found;
  }

  /**
   * The section that starts at `offset`, or `undefined` where that is in the middle of one.
   *
   * @throws RevstoreError `INDEX_OVERFLOW` when `offset` lies past the last page, `INDEX_CORRUPT`.
   */
  entryAt(offset: number): P2lEntry | undefined {
    this.#checkOffset(offset);
    const page = this.#page(Math.floor(offset / this.header.pageSize));
    const i = page.lowerBound(offset);
    return i < page.length && page.offsetAt(i) === offset ? page.at(i) : undefined;
  }

  /**
   * All sections of the file in order, each once, without the unused one that fills the last page up.
   *
   * @throws RevstoreError `INDEX_CORRUPT` also when sections leave a gap, overlap, or end before the file does.
   */
  *entries(): Generator<P2lEntry> {
    for (const page of this.#storedPages()) yield* page;
  }

  /** {@link entries} as one list in columns. */
  allEntries(): P2lEntries {
    let all: P2lEntries | undefined;
    for (const page of this.#storedPages()) {
      if (all === undefined) all = page;
      else for (let i = 0; i < page.length; i++) all.pushEntry(page.at(i));
    }
    return all ?? new P2lEntries();
  }

  /** Pages as they are stored: an entry is in the page that it ends in only. */
  *#storedPages(): Generator<P2lEntries> {
    const { pageOffsets, pageSize, pageCount, fileSize } = this.header;
    const reader = new PackedReader(this.#source, pageOffsets[0], walkChunk);
    let end = 0;
    for (let number = 0; number < pageCount; number++) {
      if (pageOffsets[number + 1] === pageOffsets[number]) continue;
      const page = new P2lEntries();
      this.#readStored(reader, number, page);
      if (page.offsetAt(0) !== end)
        throw indexError(
          this.#source,
          `p2l index entry for revision r${this.header.firstRevision} is non-contiguous between offsets ` +
            ` ${end} and ${page.offsetAt(0)}`,
        );
      end = page.end;
      this.#checkEnd(page);
      if (number === pageCount - 1) {
        if (end < pageSize * pageCount) throw this.#uncovered(end);
        // Whatever it claims to be: nothing in front of the indexes is left for it.
        if (page.offsetAt(page.length - 1) >= fileSize) page.pop();
      }
      yield page;
    }
    if (end < fileSize) throw this.#uncovered(end);
  }

  /** Reads a page of at least one entry, standing at its start. */
  #readStored(reader: PackedReader, number: number, page: P2lEntries): void {
    const next = this.header.pageOffsets[number + 1];
    this.#readEntries(reader, page, () => reader.position < next);
    if (reader.position !== next)
      throw indexError(this.#source, 'P2L page description overlaps with next page description');
  }

  /** The sections that overlap a page, one of the following page among them where it begins in this one. */
  #page(number: number): P2lEntries {
    const cached = this.#pages.get(number);
    if (cached) return cached;
    const { pageOffsets, pageSize } = this.header;
    const start = pageOffsets[number];
    const next = pageOffsets[number + 1];
    const chunk = Math.min(next - start + firstEntryLength, walkChunk);
    const reader = new PackedReader(this.#source, start, chunk);
    const page = new P2lEntries();
    if (next > start) this.#readStored(reader, number, page);
    if (next === start || page.end < (number + 1) * pageSize) this.#readEntries(reader, page, () => false);
    this.#checkEnd(page);
    this.#pages.set(number, page, page.length * p2lEntryBytes);
    return page;
  }

  #checkEnd(page: P2lEntries): void {
    if (page.end > this.header.pageSize * this.header.pageCount)
      throw indexError(
        this.#source,
        `Last P2L index entry extends beyond the last page in revision ${this.header.firstRevision}.`,
        indexErrors.INDEX_OVERFLOW,
      );
  }

  /** Reads the offset of a page and its entries: one, and then as long as `more` says. */
  #readEntries(reader: PackedReader, page: P2lEntries, more: () => boolean): void {
    const fail = (message: string) =>
      indexError(this.#source, message, undefined, { offset: reader.position });
    let offset = reader.uint();
    let revision = this.header.firstRevision;
    let compound = 0;
    do {
      const size = reader.uint();
      compound += reader.int();
      // Subversion adds up without sign, so a sum below 0 has the type of its two's complement.
      const type = ((compound % 8) + 8) % 8;
      const itemIndex = Math.floor(compound / 8);
      if (type > itemTypes.changes) throw fail('Invalid item type in P2L index');
      if (type === itemTypes.changes && itemIndex !== itemIndexes.changes)
        throw fail('Changed path list must have item number 1');
      revision += reader.int();
      if (!(revision >= 0 && revision <= Number.MAX_SAFE_INTEGER))
        throw fail('Invalid revision in P2L index');
      const checksum = reader.uint();
      if (checksum > 0xffffffff) throw fail('Invalid FNV1 checksum in P2L index');
      if (type === itemTypes.unused && (itemIndex !== itemIndexes.unused || checksum !== 0))
        throw fail('Empty regions must have item number 0 and checksum 0');
      if (!(compound >= 0 && compound <= Number.MAX_SAFE_INTEGER))
        throw fail('Invalid item number in P2L index');
      if (offset + size > Number.MAX_SAFE_INTEGER)
        throw indexError(this.#source, 'P2L index entry size overflow.', indexErrors.INDEX_OVERFLOW);
      page.push(offset, size, type as ItemType, checksum, revision, itemIndex);
      offset += size;
    } while (more());
  }

  #checkOffset(offset: number): number {
    const covered = this.header.pageSize * this.header.pageCount;
    if (!(offset >= 0 && offset < covered))
      throw indexError(
        this.#source,
        `Offset ${offset} too large in revision ${this.header.firstRevision}`,
        indexErrors.INDEX_OVERFLOW,
        { offset },
      );
    return covered;
  }

  #uncovered(offset: number): Error {
    return indexError(
      this.#source,
      `p2l does not cover offset ${offset} for revision ${this.header.firstRevision}`,
      undefined,
      { offset },
    );
  }
}
