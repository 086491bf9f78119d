const leastBuffer = 64 * 1024;

/**
 * What came of a stream and was not consumed yet. Everything but {@link fill} is synchronous, so that a parser awaits
 * once a chunk and not once a field. Views that were handed out stay as they are: bytes are appended, never moved.
 */
export class ByteSource {
  /** The bytes at hand are `buffer.subarray(at, end)`. */
  buffer: Buffer = Buffer.alloc(0);
  at = 0;
  end = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** Whether `buffer` is of this class, which may then append to it. */
  #own = false;
  /** Position in the stream of `buffer[0]`. */
  #start = 0;
  #ended = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Position of the next byte in the stream. */
  get position(): number {
    return this.#start + this.at;
  }

  get available(): number {
    return this.end - this.at;
  }

  /** Waits for more bytes. @returns false at the end of the stream. */
  async fill(): Promise<boolean> {
    while (!this.#ended) {
      const next = await this.#chunks.next();
      if (next.done) this.#ended = true;
      else if (next.value.length > 0) {
        this.#append(next.value);
        return true;
      }
    }
    return false;
  }

  /** Waits until `length` bytes are there. @returns false where the stream ends before. */
  async need(length: number): Promise<boolean> {
    while (this.available < length) if (!(await this.fill())) return false;
    return true;
  }

  /** Consumes up to `length` bytes that are there. @returns a view. */
  take(length: number): Uint8Array {
    const from = this.at;
    this.at = Math.min(this.end, from + length);
    return new Uint8Array(this.buffer.buffer, this.buffer.byteOffset + from, this.at - from);
  }

  /** Ends the stream early. */
  async close(): Promise<void> {
    this.#ended = true;
    await this.#chunks.return?.();
  }

  #append(chunk: Uint8Array): void {
    const left = this.available;
    if (left === 0) {
      this.#start += this.at;
      this.buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      this.#own = false;
      this.at = 0;
      this.end = chunk.length;
      return;
    }
    if (!this.#own || this.end + chunk.length > this.buffer.length) {
      // Twice what is there: appending piece by piece copies each byte a few times at most.
      const grown = Buffer.allocUnsafeSlow(Math.max(leastBuffer, 2 * left, left + chunk.length));
      this.buffer.copy(grown, 0, this.at, this.end);
      this.#start += this.at;
      this.buffer = grown;
      this.#own = true;
      this.at = 0;
      this.end = left;
    }
    this.buffer.set(chunk, this.end);
    this.end += chunk.length;
  }
}
