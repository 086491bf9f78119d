import { maxVarintLength, utf8Bytes, utf8Text, writePackedInt, writePackedUint } from '@revstore/bytes';
import { indexError, type IndexLocation } from './errors.js';

/**
 * Reads bytes of a rev or pack file: `length` bytes from `offset` (bytes from the start of the file), or fewer at the
 * end of the file. The result may be a view; it is used before the next call only.
 */
export type ReadBytes = (offset: number, length: number) => Uint8Array;

/** Where an index lies: a byte range of a rev or pack file. */
export interface IndexSource extends IndexLocation {
  readonly readBytes: ReadBytes;
  /** Offset of the first byte of the index in the file. */
  readonly start: number;
  /** Offset of the first byte after the index in the file. */
  readonly end: number;
}

const headerChunk = 4096;

/**
 * A stream of the packed integers of an index, reading ahead in chunks that never pass the end of the index.
 *
 * @throws RevstoreError `INDEX_CORRUPT` at the end of the index or above 2^53 - 1.
 * @see structure-indexes "Encoding"
 */
export class PackedReader {
  readonly #source: IndexSource;
  readonly #chunk: number;
  #end: number;
  #window: Uint8Array = new Uint8Array(0);
  #windowStart: number;
  #at = 0;

  /**
   * @param position where to begin, bytes from the start of the file.
   * @param chunk bytes to read at a time, at least 10.
   */
  constructor(source: IndexSource, position: number, chunk: number) {
    this.#source = source;
    this.#chunk = Math.max(chunk, maxVarintLength);
    this.#end = source.end;
    this.#windowStart = position;
  }

  /** Where the next integer begins, bytes from the start of the file. */
  get position(): number {
    return this.#windowStart + this.#at;
  }

  uint(): number {
    let at = this.#at;
    if (this.#window.length - at < maxVarintLength && this.#windowStart + this.#window.length < this.#end) {
      this.#refill();
      at = 0;
    }
    const window = this.#window;
    const last = Math.min(window.length, at + maxVarintLength);
    let value = 0;
    let scale = 1;
    while (at < last) {
      const b = window[at++];
      value += (b & 0x7f) * scale;
      if (b < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) break;
        this.#at = at;
        return value;
      }
      scale *= 128;
    }
    if (at < this.#at + maxVarintLength && value <= Number.MAX_SAFE_INTEGER) throw this.#endOfIndex();
    throw indexError(this.#source, 'Corrupt index: number too large', undefined, { offset: this.position });
  }

  int(): number {
    const value = this.uint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #refill(): void {
    const position = this.position;
    const wanted = Math.min(this.#chunk, this.#end - position);
    this.#window = this.#source.readBytes(position, wanted);
    this.#windowStart = position;
    this.#at = 0;
    if (this.#window.length < wanted) this.#end = position + this.#window.length;
  }

  #endOfIndex(): Error {
    const { file } = this.#source;
    return indexError(
      this.#source,
      `Unexpected end of index file ${file ?? ''} at offset 0x${this.#end.toString(16)}`,
      undefined,
      { offset: this.#end },
    );
  }
}

/**
 * Opens the header of an index: checks its prefix and stands behind it.
 *
 * @throws RevstoreError `INDEX_CORRUPT` when the index begins with something else.
 */
export function openPackedHeader(source: IndexSource, prefix: string): PackedReader {
  const length = Math.min(prefix.length, Math.max(0, source.end - source.start));
  const found = utf8Text(source.readBytes(source.start, length));
  if (found !== prefix)
    throw indexError(
      source,
      `Index stream header prefix mismatch.\n  expected: ${prefix}  found: ${found}`,
      undefined,
      { offset: source.start, expected: prefix, actual: found },
    );
  return new PackedReader(source, source.start + prefix.length, headerChunk);
}

/** A growing byte array that packed integers are appended to. */
export class PackedWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(Math.max(capacity, maxVarintLength));
  }

  get length(): number {
    return this.#length;
  }

  /** @param value 0 <= value < 2^53. */
  uint(value: number): void {
    this.#reserve(maxVarintLength);
    this.#length = writePackedUint(this.#bytes, this.#length, value);
  }

  /** @param value |value| < 2^52. */
  int(value: number): void {
    this.#reserve(maxVarintLength);
    this.#length = writePackedInt(this.#bytes, this.#length, value);
  }

  text(value: string): void {
    this.bytes(utf8Bytes(value));
  }

  bytes(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** What was written, as a view that the next write may invalidate. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + length));
    grown.set(this.view());
    this.#bytes = grown;
  }
}

/** Whether `value` is 1, 2, 4, … and below 2^53. */
export function isPowerOfTwo(value: number): boolean {
  if (!Number.isSafeInteger(value) || value < 1) return false;
  while (value % 2 === 0) value /= 2;
  return value === 1;
}
