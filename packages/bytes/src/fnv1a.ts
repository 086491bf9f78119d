const basis = 0x811c9dc5;
const prime = 0x01000193;

/** Plain 32-bit FNV-1a of `bytes`, 0 <= result < 2^32. */
export function fnv1a(bytes: Uint8Array): number {
  let h = basis;
  for (let i = 0; i < bytes.length; i++) h = Math.imul(h ^ bytes[i], prime);
  return h >>> 0;
}

/**
 * The item checksum of the p2l index, fed in pieces: four interleaved FNV-1a sums over the bytes, then FNV-1a over
 * the four big-endian sums and the up to three bytes left.
 *
 * @see structure-indexes "FNV checksum"
 */
export class ItemChecksum {
  #h0 = basis;
  #h1 = basis;
  #h2 = basis;
  #h3 = basis;
  readonly #tail = new Uint8Array(4);
  #tailLength = 0;

  update(bytes: Uint8Array): this {
    let i = 0;
    while (this.#tailLength > 0 && i < bytes.length) {
      this.#tail[this.#tailLength++] = bytes[i++];
      if (this.#tailLength === 4) {
        this.#mix(this.#tail, 0, 4);
        this.#tailLength = 0;
      }
    }
    const whole = i + ((bytes.length - i) & ~3);
    this.#mix(bytes, i, whole);
    for (i = whole; i < bytes.length; i++) this.#tail[this.#tailLength++] = bytes[i];
    return this;
  }

  /** The checksum of all bytes so far, 0 <= result < 2^32; more may follow. */
  value(): number {
    const last = new Uint8Array(16 + this.#tailLength);
    const view = new DataView(last.buffer);
    view.setUint32(0, this.#h0 >>> 0);
    view.setUint32(4, this.#h1 >>> 0);
    view.setUint32(8, this.#h2 >>> 0);
    view.setUint32(12, this.#h3 >>> 0);
    last.set(this.#tail.subarray(0, this.#tailLength), 16);
    return fnv1a(last);
  }

  #mix(bytes: Uint8Array, start: number, end: number): void {
    let h0 = this.#h0;
    let h1 = this.#h1;
    let h2 = this.#h2;
    let h3 = this.#h3;
    for (let i = start; i < end; i += 4) {
      h0 = Math.imul(h0 ^ bytes[i], prime);
      h1 = Math.imul(h1 ^ bytes[i + 1], prime);
      h2 = Math.imul(h2 ^ bytes[i + 2], prime);
      h3 = Math.imul(h3 ^ bytes[i + 3], prime);
    }
    this.#h0 = h0;
    this.#h1 = h1;
    this.#h2 = h2;
    this.#h3 = h3;
  }
}

/** {@link ItemChecksum} of one byte array. */
export function itemChecksum(bytes: Uint8Array): number {
  return new ItemChecksum().update(bytes).value();
}
