import { concatBytes } from '@revstore/bytes';
import type { CompressionProvider } from '@revstore/compression';
import { applyWindow } from './apply.js';
import { svndiffError, svndiffErrors } from './errors.js';
import { decodeSvndiff } from './svndiff-decoder.js';

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/**
 * The text that an svndiff document makes of a source text. Both may be of any length; the source is read once, no
 * further than the document refers to it.
 *
 * @param source chunks that do not change.
 * @returns a chunk for each window; it may be a view of a chunk of the document.
 * @throws RevstoreError of kind `corrupt`; what the streams throw.
 */
export async function* applySvndiff(
  source: Chunks,
  document: Chunks,
  provider: CompressionProvider,
): AsyncGenerator<Uint8Array, void, undefined> {
  const views = new SlidingView(source);
  try {
    for await (const window of decodeSvndiff(document, provider))
      yield applyWindow(window, await views.view(window.sourceOffset, window.sourceLength));
  } finally {
    await views.close();
  }
}

/** A view of a stream that moves forward. */
class SlidingView {
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  /** What has been read from {@link #start} on. */
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #ended = false;

  constructor(chunks: Chunks) {
    this.#chunks =
      Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  }

  async view(offset: number, length: number): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array(0);
    for (;;) {
      const passed = Math.min(Math.max(0, offset - this.#start), this.#bytes.length);
      this.#bytes = this.#bytes.subarray(passed);
      this.#start += passed;
      if (this.#start === offset && this.#bytes.length >= length) break;
      const { done, value } = await this.#chunks.next();
      if (done) {
        this.#ended = true;
        throw svndiffError(svndiffErrors.UNEXPECTED_END, 'Svndiff refers past the end of its source');
      }
      this.#bytes = this.#bytes.length === 0 ? value : concatBytes([this.#bytes, value]);
    }
    return this.#bytes.subarray(0, length);
  }

  /** Ends the stream, where it has not ended by itself. */
  async close(): Promise<void> {
    if (!this.#ended) await this.#chunks.return?.();
  }
}
