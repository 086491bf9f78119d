import { copyRange } from './apply.js';
import { copyFrom } from './instructions.js';
import type { Window } from './window.js';
import { maximumInstructionLength, writeInstruction } from './window-builder.js';

/** The sections of a window, not yet encoded. */
export type Delta = Pick<Window, 'instructions' | 'newData'>;

/**
 * The copies of a window in the order of its target view; what lies between them is new data. Positions count from the
 * start of the source view on into the target view, which begins at a `targetStart` not before the source view's end.
 */
export class CopyList {
  #count = 0;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #length: Int32Array;

  /** @param capacity most copies that are added. */
  constructor(capacity: number) {
    this.#from = new Int32Array(capacity);
    this.#to = new Int32Array(capacity);
    this.#length = new Int32Array(capacity);
  }

  clear(): void {
    this.#count = 0;
  }

  /** @param to at or behind the end of the last copy. */
  add(from: number, to: number, length: number): void {
    this.#from[this.#count] = from;
    this.#to[this.#count] = to;
    this.#length[this.#count++] = length;
  }

  /** Removes the last copies as far as they start at or behind `start`; returns where those left end. */
  dropFrom(start: number, targetStart: number): number {
    while (this.#count > 0 && this.#to[this.#count - 1] >= start) this.#count--;
    return this.#count === 0 ? targetStart : this.#to[this.#count - 1] + this.#length[this.#count - 1];
  }

  /** The sections; new arrays, except that the new data is `target` itself where there is no copy. */
  delta(target: Uint8Array, targetStart: number): Delta {
    let dataLength = target.length;
    for (let i = 0; i < this.#count; i++) dataLength -= this.#length[i];
    const newData = this.#count === 0 ? target : new Uint8Array(dataLength);
    const instructions = new Uint8Array((2 * this.#count + 1) * maximumInstructionLength);
    let used = 0;
    let dataUsed = 0;
    let at = 0;
    for (let i = 0; i <= this.#count; i++) {
      const to = i < this.#count ? this.#to[i] - targetStart : target.length;
      const gap = to - at;
      if (gap > 0) {
        used = writeInstruction(instructions, used, copyFrom.newData, 0, gap);
        if (this.#count > 0) copyRange(target, at, newData, dataUsed, gap);
        dataUsed += gap;
      }
      if (i === this.#count) break;
      const from = this.#from[i];
      const length = this.#length[i];
      used =
        from < targetStart
          ? writeInstruction(instructions, used, copyFrom.source, from, length)
          : writeInstruction(instructions, used, copyFrom.target, from - targetStart, length);
      at = to + length;
    }
    return { instructions: instructions.slice(0, used), newData };
  }
}
