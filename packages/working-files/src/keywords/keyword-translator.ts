import type { EolTranslator } from '../eol/index.js';
import type { Keywords } from './build.js';
import { KEYWORD_MAX_LENGTH, rewriteKeyword } from './expand.js';

const NOTHING = new Uint8Array(0);
const DOLLAR = 0x24;
const COLON = 0x3a;
const CR = 0x0d;
const LF = 0x0a;

function join(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length > 1) return Buffer.concat(pieces);
  return pieces[0] ?? NOTHING;
}

/**
 * Expands or contracts the keywords of a file, and passes the text between them through a line-end translator.
 *
 * A keyword ends on the line it starts on and within 255 bytes, so at most 254 bytes are held back between chunks.
 */
export class KeywordTranslator {
  readonly #keywords: Keywords;
  readonly #expand: boolean;
  readonly #eol: EolTranslator | undefined;
  readonly #longestName: number;
  #held: Uint8Array = NOTHING;
  #pieces: Uint8Array[] = [];

  /** @param expand false contracts; the values then do not count. */
  constructor(keywords: Keywords, expand: boolean, eol?: EolTranslator) {
    this.#keywords = keywords;
    this.#expand = expand;
    this.#eol = eol;
    let longest = 0;
    for (const name of keywords.keys()) longest = Math.max(longest, name.length);
    this.#longestName = longest;
  }

  /** @returns the translation of `chunk`, less what is held back; it may be a view of `chunk`. */
  update(chunk: Uint8Array): Uint8Array {
    const data = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const done = this.#scan(data, false);
    this.#held = done === data.length ? NOTHING : Uint8Array.prototype.slice.call(data, done);
    return this.#take();
  }

  /** What was held back; call it at the end of the source. */
  finish(): Uint8Array {
    const data = this.#held;
    this.#held = NOTHING;
    this.#scan(data, true);
    const tail = this.#eol?.finish() ?? NOTHING;
    if (tail.length > 0) this.#pieces.push(tail);
    return this.#take();
  }

  #take(): Uint8Array {
    const pieces = this.#pieces;
    this.#pieces = [];
    return join(pieces);
  }

  #text(data: Uint8Array, start: number, end: number): void {
    if (start === end) return;
    const text = data.subarray(start, end);
    const out = this.#eol === undefined ? text : this.#eol.update(text);
    if (out.length > 0) this.#pieces.push(out);
  }

  #keyword(bytes: Uint8Array): void {
    const pending = this.#eol?.finish() ?? NOTHING;
    if (pending.length > 0) this.#pieces.push(pending);
    this.#pieces.push(bytes);
  }

  /** @returns how many bytes of `data` are translated; all of them when `final`. */
  #scan(data: Uint8Array, final: boolean): number {
    let written = 0;
    let at = data.indexOf(DOLLAR);
    while (at >= 0) {
      const nameEnd = this.#nameEnd(data, at);
      if (nameEnd < 0) {
        if (final) break;
        this.#text(data, written, at);
        return at;
      }
      const stop = data[nameEnd];
      const name = stop === DOLLAR || stop === COLON ? latin1(data, at + 1, nameEnd) : undefined;
      const value = name === undefined ? undefined : this.#keywords.get(name);
      if (value === undefined) {
        at = data.indexOf(DOLLAR, nameEnd);
        continue;
      }
      const found = this.#match(data, at, nameEnd, this.#expand ? value : undefined);
      if (found.kind === 'incomplete') {
        if (final) break;
        this.#text(data, written, at);
        return at;
      }
      if (found.kind === 'keyword') {
        this.#text(data, written, at);
        this.#keyword(found.bytes);
        written = found.next;
      }
      at = data.indexOf(DOLLAR, found.next);
    }
    this.#text(data, written, data.length);
    return data.length;
  }

  /** Where the name after the dollar sign at `at` stops, whatever stops it; -1 when `data` ends first. */
  #nameEnd(data: Uint8Array, at: number): number {
    const limit = at + 2 + this.#longestName;
    const end = Math.min(data.length, limit);
    for (let i = at + 1; i < end; i++) {
      const byte = data[i];
      if (byte === DOLLAR || byte === COLON || byte === LF || byte === CR) return i;
    }
    // Too long to be a name: what follows may be the dollar sign of the next one.
    return end === limit ? end - 1 : -1;
  }

  /**
   * Looks for the dollar sign that ends the keyword at `at`. One that leaves no valid form does not end it; when none
   * does, the search goes on at the first of those, unless they fill the longest keyword. At the end of a file
   * the reference does not go back, so nothing after `at` is looked at again.
   */
  #match(
    data: Uint8Array,
    at: number,
    nameEnd: number,
    value: Uint8Array | undefined,
  ):
    | { kind: 'incomplete' }
    | { kind: 'text'; next: number }
    | { kind: 'keyword'; next: number; bytes: Uint8Array } {
    const limit = at + KEYWORD_MAX_LENGTH;
    const end = Math.min(data.length, limit);
    let firstDollar = -1;
    let i = nameEnd;
    for (; i < end; i++) {
      const byte = data[i];
      if (byte === LF || byte === CR) break;
      if (byte !== DOLLAR) continue;
      const bytes = rewriteKeyword(data.subarray(at, i + 1), nameEnd - at - 1, value);
      if (bytes !== undefined) return { kind: 'keyword', next: i + 1, bytes };
      if (i + 1 === limit) return { kind: 'text', next: limit };
      if (firstDollar < 0) firstDollar = i;
    }
    if (i === end && end < limit) return { kind: 'incomplete' };
    return { kind: 'text', next: firstDollar < 0 ? i : firstDollar };
  }
}

function latin1(data: Uint8Array, start: number, end: number): string {
  return Buffer.from(data.buffer, data.byteOffset + start, end - start).toString('latin1');
}
