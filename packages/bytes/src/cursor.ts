import { corruptBytes } from './errors.js';

/**
 * A reading position in a byte array. Every read is checked against what is left before anything is returned.
 *
 * @throws RevstoreError `TRUNCATED` when fewer bytes are left than a read needs, with `data.offset`.
 */
export class Cursor {
  readonly bytes: Uint8Array;
  position: number;
  readonly end: number;

  /** @param start, end byte range of `bytes` to read, 0 <= start <= end <= length. */
  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  get remaining(): number {
    return this.end - this.position;
  }

  byte(): number {
    if (this.position >= this.end) throw corruptBytes('unexpected end of data', this.position);
    return this.bytes[this.position++];
  }

  /** The next `length` bytes, as a view. */
  take(length: number): Uint8Array {
    if (!(length >= 0 && length <= this.end - this.position))
      throw corruptBytes(`${length} bytes wanted, ${this.remaining} left`, this.position);
    const start = this.position;
    this.position += length;
    return this.bytes.subarray(start, start + length);
  }

  skip(length: number): void {
    this.take(length);
  }
}
