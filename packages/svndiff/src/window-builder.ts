import { concatBytes, maxVarintLength, writeVarint } from '@revstore/bytes';
import { copyFrom } from './instructions.js';
import type { Window } from './window.js';

/**
 * Gathers the instructions of a window in the order of its target view. Neighbours that can be one instruction become
 * one. Offsets and lengths are in bytes, lengths above zero.
 */
export class WindowBuilder {
  targetLength = 0;
  #bytes = new Uint8Array(64);
  #used = 0;
  readonly #data: Uint8Array[] = [];
  #selector = 0;
  #offset = 0;
  #length = 0;

  copySource(offset: number, length: number): void {
    this.#add(copyFrom.source, offset, length);
  }

  /** @param offset before the present end of the target view; the range may reach beyond it and then repeats. */
  copyTarget(offset: number, length: number): void {
    this.#add(copyFrom.target, offset, length);
  }

  /** @param data kept by reference until the window is finished. */
  insert(data: Uint8Array): void {
    if (data.length === 0) return;
    this.#data.push(data);
    this.#add(
      copyFrom.newData,
      this.#selector === copyFrom.newData ? this.#offset + this.#length : 0,
      data.length,
    );
  }

  /** The window; its arrays are new. */
  finish(sourceOffset: number, sourceLength: number): Window {
    this.#flush();
    return {
      sourceOffset,
      sourceLength,
      targetLength: this.targetLength,
      instructions: this.#bytes.slice(0, this.#used),
      newData: concatBytes(this.#data),
    };
  }

  #add(selector: number, offset: number, length: number): void {
    if (length === 0) return;
    this.targetLength += length;
    if (this.#length > 0 && this.#selector === selector && this.#offset + this.#length === offset) {
      this.#length += length;
      return;
    }
    this.#flush();
    this.#selector = selector;
    this.#offset = offset;
    this.#length = length;
  }

  #flush(): void {
    if (this.#length === 0) return;
    if (this.#used + 1 + 2 * maxVarintLength > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#used = writeInstruction(this.#bytes, this.#used, this.#selector, this.#offset, this.#length);
    this.#length = 0;
  }
}

/** Most bytes of an instruction of a window of which no view is longer than `windowSize`. */
export const maximumInstructionLength = 7;

/** Writes one instruction at `position`; returns the position after it. */
export function writeInstruction(
  bytes: Uint8Array,
  position: number,
  selector: number,
  offset: number,
  length: number,
): number {
  if (length < 64) bytes[position++] = (selector << 6) | length;
  else {
    bytes[position++] = selector << 6;
    position = writeVarint(bytes, position, length);
  }
  return selector === copyFrom.newData ? position : writeVarint(bytes, position, offset);
}
