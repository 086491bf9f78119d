import { nameText } from '@revstore/bytes';
import { malformed } from './errors.js';

const newline = 0x0a;

/**
 * One pass over the entries of a hash dump. After `next()` returned true, `name` and `value` hold an entry; `value`
 * is a view, or `undefined` for a deletion. After it returned false, `position` is behind the terminator's line.
 */
export class HashDumpScanner {
  name = '';
  value: Uint8Array | undefined;
  position: number;
  readonly #bytes: Uint8Array;
  readonly #text: Buffer;
  readonly #deletions: boolean;

  constructor(bytes: Uint8Array, start: number, deletions: boolean) {
    // Views of a Buffer are Buffers, which are several times dearer to make than plain arrays.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#deletions = deletions;
    this.position = start;
  }

  /** @param terminator the line that ends the dump, or `undefined` where it ends with the bytes. */
  next(terminator: string | undefined): boolean {
    const bytes = this.#bytes;
    const start = this.position;
    if (start === bytes.length) {
      if (terminator === undefined) return false;
      throw malformed('missing terminator', start);
    }
    const letter = bytes[start];
    if (bytes[start + 1] === 0x20 && (letter === 0x4b || (this.#deletions && letter === 0x44))) {
      this.name = this.#name(this.#field('key'));
      if (letter === 0x44) {
        this.value = undefined;
        return true;
      }
      if (bytes[this.position] !== 0x56 || bytes[this.position + 1] !== 0x20)
        throw malformed('malformed', this.position);
      const length = this.#field('value');
      this.value = bytes.subarray(this.position - 1 - length, this.position - 1);
      return true;
    }
    if (terminator !== undefined && this.#isTerminator(terminator)) return false;
    throw malformed('malformed', start);
  }

  /** Passes over `X length\nbytes\n`; returns the length, with `position` behind the last newline. */
  #field(what: string): number {
    const bytes = this.#bytes;
    const start = this.position + 2;
    let at = start;
    let length = 0;
    for (;;) {
      const digit = bytes[at] - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      length = length * 10 + digit;
      if (length > bytes.length) throw malformed(`malformed ${what} length`, start);
      at++;
    }
    if (at === start || bytes[at] !== newline) throw malformed(`malformed ${what} length`, start);
    const end = at + 1 + length;
    if (bytes[end] !== newline) throw malformed(`malformed ${what} data`, at + 1);
    this.position = end + 1;
    return length;
  }

  #name(length: number): string {
    const end = this.position - 1;
    const start = end - length;
    const bytes = this.#bytes;
    for (let i = start; i < end; i++) if (bytes[i] >= 0x80) return nameText(bytes.subarray(start, end));
    return this.#text.toString('latin1', start, end);
  }

  #isTerminator(terminator: string): boolean {
    const end = this.position + terminator.length;
    for (let i = 0; i < terminator.length; i++)
      if (this.#bytes[this.position + i] !== terminator.charCodeAt(i)) return false;
    // svn takes the terminator's line without its newline too.
    if (end !== this.#bytes.length && this.#bytes[end] !== newline) return false;
    this.position = Math.min(end + 1, this.#bytes.length);
    return true;
  }
}
