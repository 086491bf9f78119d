import type { ItemType } from './item-types.js';

/** One section of a rev or pack file. */
export interface P2lEntry {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** Length in bytes. */
  readonly size: number;
  readonly type: ItemType;
  /** Item checksum of the section's bytes, 0 <= checksum < 2^32; 0 for unused sections. */
  readonly checksum: number;
  /** Revision of the item; -1, in lists to be written only, for the first revision of the index. */
  readonly revision: number;
  /** Item index within the revision. */
  readonly itemIndex: number;
}

/** Bytes that one entry takes in memory. */
export const p2lEntryBytes = 4 * 8 + 4 + 1;

/**
 * A growing list of sections in offset order, kept in columns: {@link p2lEntryBytes} bytes each, doubled at most by
 * growth.
 */
export class P2lEntries implements Iterable<P2lEntry> {
  #length = 0;
  #offsets: Float64Array;
  #sizes: Float64Array;
  #types: Uint8Array;
  #checksums: Uint32Array;
  #revisions: Float64Array;
  #itemIndexes: Float64Array;

  /** @param capacity entries to make room for at once. */
  constructor(capacity = 16) {
    this.#offsets = new Float64Array(capacity);
    this.#sizes = new Float64Array(capacity);
    this.#types = new Uint8Array(capacity);
    this.#checksums = new Uint32Array(capacity);
    this.#revisions = new Float64Array(capacity);
    this.#itemIndexes = new Float64Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Offset of the first byte after the last section; 0 without any. */
  get end(): number {
    const last = this.#length - 1;
    return last < 0 ? 0 : this.#offsets[last] + this.#sizes[last];
  }

  /** Appends a section; the fields are those of {@link P2lEntry}. */
  push(
    offset: number,
    size: number,
    type: ItemType,
    checksum: number,
    revision: number,
    itemIndex: number,
  ): void {
    const i = this.#length;
    if (i === this.#offsets.length) this.#grow();
    this.#offsets[i] = offset;
    this.#sizes[i] = size;
    this.#types[i] = type;
    this.#checksums[i] = checksum;
    this.#revisions[i] = revision;
    this.#itemIndexes[i] = itemIndex;
    this.#length = i + 1;
  }

  pushEntry(entry: P2lEntry): void {
    this.push(entry.offset, entry.size, entry.type, entry.checksum, entry.revision, entry.itemIndex);
  }

  /** Removes the last section. */
  pop(): void {
    if (this.#length > 0) this.#length--;
  }

  /** The section at index `i`, 0 <= i < length. */
  at(i: number): P2lEntry {
    return {
      offset: this.offsetAt(i),
      size: this.sizeAt(i),
      type: this.typeAt(i),
      checksum: this.checksumAt(i),
      revision: this.revisionAt(i),
      itemIndex: this.itemIndexAt(i),
    };
  }

  offsetAt(i: number): number {
    return this.#offsets[this.#checked(i)];
  }

  sizeAt(i: number): number {
    return this.#sizes[this.#checked(i)];
  }

  typeAt(i: number): ItemType {
    return this.#types[this.#checked(i)] as ItemType;
  }

  checksumAt(i: number): number {
    return this.#checksums[this.#checked(i)];
  }

  revisionAt(i: number): number {
    return this.#revisions[this.#checked(i)];
  }

  itemIndexAt(i: number): number {
    return this.#itemIndexes[this.#checked(i)];
  }

  *[Symbol.iterator](): Generator<P2lEntry> {
    for (let i = 0; i < this.#length; i++) yield this.at(i);
  }

  /** Index of the first section that starts at `offset` or later; `length` where none does. */
  lowerBound(offset: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#offsets[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #checked(i: number): number {
    if (!(i >= 0 && i < this.#length)) throw new TypeError(`entry ${i} of ${this.#length}`);
    return i;
  }

  #grow(): void {
    const capacity = Math.max(16, this.#offsets.length * 2);
    const f64 = (column: Float64Array) => {
      const grown = new Float64Array(capacity);
      grown.set(column);
      return grown;
    };
    this.#offsets = f64(this.#offsets);
    this.#sizes = f64(this.#sizes);
    this.#revisions = f64(this.#revisions);
    this.#itemIndexes = f64(this.#itemIndexes);
    const types = new Uint8Array(capacity);
    types.set(this.#types);
    this.#types = types;
    const checksums = new Uint32Array(capacity);
    checksums.set(this.#checksums);
    this.#checksums = checksums;
  }
}
