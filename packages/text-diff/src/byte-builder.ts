/** Bytes that grow at their end. */
export class ByteBuilder {
  #bytes = Buffer.allocUnsafe(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds one byte. */
  push(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  /** Adds `source` from `start` up to `end`. */
  append(source: Uint8Array, start = 0, end = source.length): void {
    this.#reserve(end - start);
    this.#bytes.set(
      start === 0 && end === source.length ? source : source.subarray(start, end),
      this.#length,
    );
    this.#length += end - start;
  }

  /** Adds text as UTF-8. */
  write(text: string): void {
    this.append(Buffer.from(text));
  }

  /** All bytes so far, which are the caller's; the builder is empty then. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(4096);
    this.#length = 0;
    return taken;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
