import { LruCache } from '../cache/index.js';

/** Bytes of a block: whole blocks are read and kept. */
export const blockSize = 64 * 1024;

/** Blocks of all revision and pack files of one store, within one budget. */
export class BlockCache {
  readonly #blocks: LruCache<number, Uint8Array>;
  #nextFile = 0;

  /** @param maxBytes bytes of all blocks together. */
  constructor(maxBytes: number) {
    this.#blocks = new LruCache(maxBytes);
  }

  /** A number for a newly opened file that no other file of this cache has. */
  registerFile(): number {
    return this.#nextFile++;
  }

  /** Block `index` of a file; `load` reads it when it is not kept. */
  get(file: number, index: number, load: () => Uint8Array): Uint8Array {
    const key = file * 0x100000000 + index;
    let block = this.#blocks.get(key);
    if (!block) {
      block = load();
      this.#blocks.set(key, block, block.length);
    }
    return block;
  }
}
