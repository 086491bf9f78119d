import { Cursor, maxVarintLength } from '@revstore/bytes';
import type { CompressionProvider } from '@revstore/compression';
import { decodeWindow } from './decode-window.js';
import { svndiffError, svndiffErrors, unexpectedEnd } from './errors.js';
import { parseSvndiffHeader, svndiffHeaderLength, type SvndiffVersion } from './header.js';
import { parseWindowHeader, type Window } from './window.js';

const maximumHeaderLength = 5 * maxVarintLength;

/**
 * Decodes an svndiff document that arrives in pieces of any size. Besides what `decodeWindow` checks, source views
 * must not slide backwards.
 */
export class SvndiffDecoder {
  readonly #provider: CompressionProvider;
  #version: SvndiffVersion | undefined;
  /** The part of a header or window that has come, the first `#length` bytes of the array. */
  #pending = new Uint8Array(256);
  #length = 0;
  /** The length at which the pending part is worth another look. */
  #needed = 0;
  #consumed = 0;
  #lastOffset = 0;
  #lastEnd = 0;

  constructor(provider: CompressionProvider) {
    this.#provider = provider;
  }

  /** The document's version, `undefined` before its header has come. */
  get version(): SvndiffVersion | undefined {
    return this.#version;
  }

  /**
   * Takes the next bytes and yields the windows that they complete, which must all be taken before the next call.
   *
   * @param chunk must not change while its windows are in use: they may hold views of it.
   * @throws RevstoreError of kind `corrupt`.
   */
  *push(chunk: Uint8Array): Generator<Window, void, undefined> {
    let at = 0;
    for (;;) {
      if (this.#length === 0) {
        const needed = this.#measure(chunk, at, chunk.length);
        if (needed > chunk.length - at) {
          this.#append(chunk.subarray(at));
          this.#needed = needed;
          return;
        }
        const window = this.#decode(chunk, at, at + needed);
        at += needed;
        if (window !== undefined) yield window;
      } else {
        const piece = chunk.subarray(at, at + this.#needed - this.#length);
        this.#append(piece);
        at += piece.length;
        if (this.#length < this.#needed) return;
        this.#needed = this.#measure(this.#pending, 0, this.#length);
        if (this.#length < this.#needed) continue;
        // A copy, as the window may outlive the next use of the pending bytes.
        const window = this.#decode(this.#pending.slice(0, this.#length), 0, this.#length);
        this.#length = 0;
        if (window !== undefined) yield window;
      }
    }
  }

  /**
   * Ends the document.
   *
   * @throws RevstoreError `UNEXPECTED_END` inside a header or a window.
   */
  end(): void {
    if (this.#version === undefined || this.#length > 0) throw unexpectedEnd(this.#consumed + this.#length);
  }

  /** Length of the document header or window at `start`, or one more than there is where that cannot be told yet. */
  #measure(bytes: Uint8Array, start: number, end: number): number {
    if (this.#version === undefined) return svndiffHeaderLength;
    const limit = Math.min(end, start + maximumHeaderLength);
    let integers = 0;
    for (let i = start; i < limit; i++)
      if (bytes[i] < 0x80 && ++integers === 5) {
        const header = parseWindowHeader(new Cursor(bytes, start, i + 1));
        return i + 1 - start + header.instructionsLength + header.newDataLength;
      }
    if (limit < end)
      throw svndiffError(svndiffErrors.CORRUPT_WINDOW, 'Svndiff contains a too-large window header');
    return end - start + 1;
  }

  #decode(bytes: Uint8Array, start: number, end: number): Window | undefined {
    this.#consumed += end - start;
    if (this.#version === undefined) {
      this.#version = parseSvndiffHeader(bytes.subarray(start, end));
      return undefined;
    }
    const window = decodeWindow(new Cursor(bytes, start, end), this.#version, this.#provider);
    const viewEnd = window.sourceOffset + window.sourceLength;
    if (window.sourceLength > 0 && (window.sourceOffset < this.#lastOffset || viewEnd < this.#lastEnd))
      throw svndiffError(svndiffErrors.BACKWARD_VIEW, 'Svndiff has backwards-sliding source views');
    this.#lastOffset = window.sourceOffset;
    this.#lastEnd = viewEnd;
    return window;
  }

  #append(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#pending.length) {
      const larger = new Uint8Array(Math.max(length, this.#pending.length * 2));
      larger.set(this.#pending.subarray(0, this.#length));
      this.#pending = larger;
    }
    this.#pending.set(piece, this.#length);
    this.#length = length;
  }
}

/**
 * The windows of an svndiff document that arrives in chunks of any size.
 *
 * @throws RevstoreError of kind `corrupt`.
 */
export async function* decodeSvndiff(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  provider: CompressionProvider,
): AsyncGenerator<Window, void, undefined> {
  const decoder = new SvndiffDecoder(provider);
  for await (const chunk of chunks) yield* decoder.push(chunk);
  decoder.end();
}
