/** Bytes of a block. */
const blockLength = 256 * 1024;

/** Gathers pieces of any length into blocks, so that few of them have to be written and waited for. */
export class OutputBlocks {
  #block: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(blockLength);
  #length = 0;
  #full: Buffer<ArrayBuffer>[] = [];

  /** Whether {@link take} has blocks to give. */
  get ready(): boolean {
    return this.#full.length > 0;
  }

  /** Adds a copy of `bytes`. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const space = blockLength - this.#length;
      const piece = at === 0 && bytes.length <= space ? bytes : bytes.subarray(at, at + space);
      this.#block.set(piece, this.#length);
      this.#length += piece.length;
      at += piece.length;
      if (this.#length === blockLength) this.#next();
    }
  }

  /** Adds text of ASCII characters. */
  addAscii(text: string): void {
    if (text.length > blockLength - this.#length) {
      this.add(Buffer.from(text, 'latin1'));
      return;
    }
    this.#block.write(text, this.#length, 'latin1');
    this.#length += text.length;
    if (this.#length === blockLength) this.#next();
  }

  /** The full blocks; they belong to the caller. */
  take(): Buffer<ArrayBuffer>[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Everything that is left. */
  takeAll(): Buffer<ArrayBuffer>[] {
    if (this.#length > 0) this.#next();
    return this.take();
  }

  #next(): void {
    this.#full.push(this.#block.subarray(0, this.#length));
    this.#block = Buffer.allocUnsafeSlow(blockLength);
    this.#length = 0;
  }
}
