/** Finds rows by a hash of something that the rows hold: open addressing over one typed array, 4 to 11 bytes a row. */
export class HashIndex {
  readonly #hashOf: (row: number) => number;
  #slots = new Int32Array(64).fill(-1);
  #count = 0;

  /** @param hashOf the hash of what an added row holds; needed again when the table grows. */
  constructor(hashOf: (row: number) => number) {
    this.#hashOf = hashOf;
  }

  /** The first row with this hash for which `matches` holds, or -1. */
  find(hash: number, matches: (row: number) => boolean): number {
    const mask = this.#slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const row = this.#slots[at];
      if (row < 0 || matches(row)) return row;
    }
  }

  /** Adds a row; rows are never taken out. */
  add(row: number): void {
    if (this.#count * 4 >= this.#slots.length * 3) this.#grow();
    this.#count++;
    this.#put(row);
  }

  #put(row: number): void {
    const mask = this.#slots.length - 1;
    let at = this.#hashOf(row) & mask;
    while (this.#slots[at] >= 0) at = (at + 1) & mask;
    this.#slots[at] = row;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2).fill(-1);
    for (const row of old) if (row >= 0) this.#put(row);
  }
}
