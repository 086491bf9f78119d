import { nameText } from '@revstore/bytes';
import { malformed, ranDry } from './errors.js';
import { strictNumber } from './numbers.js';

/** What {@link parsePropertyBlock} found. */
export interface PropertyBlock {
  /** Values are views; `undefined` for a property that goes. */
  readonly properties: Map<string, Uint8Array | undefined>;
  /** Bytes that the block takes. */
  readonly length: number;
}

/** Longest line of a property block: a letter and a number of 64 bits, or the terminator. */
const maxLine = 64;
const newline = 10;

class NeedsMore extends Error {}

/**
 * Parses the property block at `start`. It ends at its terminator, or where `claimed` bytes end between two properties;
 * lengths of properties count, not `claimed`, as in Subversion.
 *
 * @param end where the bytes at hand end.
 * @param complete whether the stream ends there.
 * @param deletions whether a node's changes may be among them.
 * @returns `undefined` where more bytes are needed.
 * @throws Malformed
 * @see notes/dump-load-format.txt "Property content"
 */
export function parsePropertyBlock(
  buffer: Buffer,
  start: number,
  end: number,
  claimed: number,
  complete: boolean,
  deletions: boolean,
): PropertyBlock | undefined {
  const cursor = new BlockCursor(buffer, start, end, complete);
  const properties = new Map<string, Uint8Array | undefined>();
  try {
    while (cursor.at - start !== claimed) {
      const line = cursor.line(() => malformed('Incomplete or unterminated property block'));
      if (line === 'PROPS-END') break;
      const letter = line.slice(0, 2);
      if (letter === 'K ') {
        const name = cursor.field(keyLength(line));
        const valueLine = cursor.line(ranDry);
        if (!valueLine.startsWith('V ')) throw malformed();
        const length = strictNumber(valueLine.slice(2), '-9223372036854775808', '9223372036854775807');
        if (length < 0) throw ranDry();
        properties.set(nameText(name), cursor.field(length));
      } else if (letter === 'D ') {
        const name = cursor.field(keyLength(line));
        if (!deletions) throw malformed();
        properties.set(nameText(name), undefined);
      } else throw malformed();
    }
  } catch (error) {
    if (error instanceof NeedsMore) return undefined;
    throw error;
  }
  return { properties, length: cursor.at - start };
}

function keyLength(line: string): number {
  return strictNumber(line.slice(2), '0', '18446744073709551615');
}

/** Lines and counted fields of the bytes at hand. */
class BlockCursor {
  at: number;
  readonly #buffer: Buffer;
  readonly #end: number;
  readonly #complete: boolean;

  constructor(buffer: Buffer, at: number, end: number, complete: boolean) {
    this.#buffer = buffer;
    this.at = at;
    this.#end = end;
    this.#complete = complete;
  }

  /** The next line, without its end. */
  line(atEnd: () => Error): string {
    const limit = Math.min(this.#end, this.at + maxLine);
    let stop = this.at;
    while (stop < limit && this.#buffer[stop] !== newline) stop++;
    if (stop === limit) {
      if (stop === this.#end) throw this.#complete ? atEnd() : new NeedsMore();
      throw malformed();
    }
    const text = this.#buffer.toString('latin1', this.at, stop);
    this.at = stop + 1;
    return text;
  }

  /** `length` bytes, and passes over the line end behind them. */
  field(length: number): Uint8Array {
    if (length >= this.#end - this.at) throw this.#complete ? ranDry() : new NeedsMore();
    const from = this.at;
    if (this.#buffer[from + length] !== newline) throw malformed();
    this.at += length + 1;
    return new Uint8Array(this.#buffer.buffer, this.#buffer.byteOffset + from, length);
  }
}
