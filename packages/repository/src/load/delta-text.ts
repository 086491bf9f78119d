import { RevstoreError } from '@revstore/errors';
import type { Store } from '@revstore/fsfs';
import { applyWindow, decodeSvndiff } from '@revstore/svndiff';
import { loadErrors } from './load-errors.js';

/**
 * The text that an svndiff document makes of another text. Of both no more is held than a window takes.
 *
 * @throws RevstoreError of kind `corrupt`: of the document; `INCOMPLETE_DATA` where it refers to more than there is.
 */
export async function* applyDelta(
  base: AsyncIterable<Uint8Array>,
  delta: AsyncIterable<Uint8Array>,
  provider: Store['provider'],
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = new SourceView(base);
  try {
    for await (const window of decodeSvndiff(delta, provider))
      yield applyWindow(window, await source.at(window.sourceOffset, window.sourceLength));
  } finally {
    await source.close();
  }
}

/** A part of a text that slides forward. */
class SourceView {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #bytes: Uint8Array = new Uint8Array(0);
  /** Offset of `#bytes` in the text. */
  #start = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @param offset not less than in the call before. */
  async at(offset: number, length: number): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array(0);
    const parts: Uint8Array[] = [];
    let have = 0;
    const keep = (chunk: Uint8Array, start: number): void => {
      const part = chunk.subarray(Math.min(chunk.length, Math.max(0, offset - start)));
      parts.push(part);
      have += part.length;
    };
    keep(this.#bytes, this.#start);
    let end = this.#start + this.#bytes.length;
    while (have < length) {
      const next = await this.#chunks.next();
      if (next.done) throw new RevstoreError(loadErrors.INCOMPLETE_DATA, 'Delta source ended unexpectedly');
      keep(next.value, end);
      end += next.value.length;
    }
    this.#bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    this.#start = offset;
    return this.#bytes.subarray(0, length);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
