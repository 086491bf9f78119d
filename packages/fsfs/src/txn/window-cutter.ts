import { concatBytes } from '@revstore/bytes';
import { windowSize } from '@revstore/svndiff';

/** Cuts a stream of chunks into windows of 102,400 bytes, the last one shorter. Windows are views where chunks allow. */
export class WindowCutter {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #ended = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next window; an empty one at the end. @throws what the stream throws. */
  async next(): Promise<Uint8Array> {
    if (this.#chunk.length >= windowSize) return this.#take(windowSize);
    const parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const part = this.#take(Math.min(windowSize - length, this.#chunk.length));
      if (part.length > 0) parts.push(part);
      length += part.length;
      if (length === windowSize || !(await this.#advance())) break;
    }
    return parts.length === 1 ? parts[0] : concatBytes(parts);
  }

  /** Ends the stream, where it has not ended by itself. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#chunks.return?.();
    this.#ended = true;
  }

  #take(length: number): Uint8Array {
    const part = this.#chunk.subarray(0, length);
    this.#chunk = this.#chunk.subarray(length);
    return part;
  }

  async #advance(): Promise<boolean> {
    if (this.#ended) return false;
    const { done, value } = await this.#chunks.next();
    if (done) {
      this.#ended = true;
      return false;
    }
    this.#chunk = value;
    return true;
  }
}
