import { invalidInstruction, svndiffError, svndiffErrors } from './errors.js';
import type { Window } from './window.js';

/** Where an instruction copies from; the values are the selectors of the format. */
export const copyFrom = { source: 0, target: 1, newData: 2 } as const;

/**
 * Reads a window's instructions one by one and checks each against the window, in svn's order and words.
 *
 * After `next()` returned true, `length` bytes are to be copied to `targetPosition` from `offset` of what `selector`
 * says. `next()` returns false only after the target view and the new data are used up exactly.
 *
 * @throws RevstoreError `INVALID_INSTRUCTIONS`.
 * @see notes/svndiff
 */
export class InstructionReader {
  /** A value of {@link copyFrom}. */
  selector = 0;
  offset = 0;
  length = 0;
  targetPosition = 0;
  readonly #window: Window;
  #position = 0;
  #dataPosition = 0;
  #count = 0;
  #targetEnd = 0;

  constructor(window: Window) {
    this.#window = window;
  }

  next(): boolean {
    const { instructions, sourceLength, targetLength, newData } = this.#window;
    const target = (this.targetPosition = this.#targetEnd);
    if (this.#position >= instructions.length) {
      if (target !== targetLength) throw unfilled('Delta does not fill the target window');
      if (this.#dataPosition !== newData.length) throw unfilled('Delta does not contain enough new data');
      return false;
    }
    const n = this.#count++;
    const first = instructions[this.#position++];
    const selector = (this.selector = first >> 6);
    if (selector === 3) throw invalidInstruction(`insn ${n} cannot be decoded`);
    const length = (this.length = first & 0x3f || this.#integer(n));
    const offset = (this.offset = selector === copyFrom.newData ? this.#dataPosition : this.#integer(n));

    if (length === 0) throw invalidInstruction(`insn ${n} has length zero`);
    if (length > targetLength - target) throw invalidInstruction(`insn ${n} overflows the target view`);
    if (selector === copyFrom.source) {
      if (offset > sourceLength || length > sourceLength - offset)
        throw invalidInstruction(`[src] insn ${n} overflows the source view`);
    } else if (selector === copyFrom.target) {
      if (offset >= target)
        throw invalidInstruction(`[tgt] insn ${n} starts beyond the target view position`);
    } else {
      if (length > newData.length - offset)
        throw invalidInstruction(`[new] insn ${n} overflows the new data section`);
      this.#dataPosition += length;
    }
    this.#targetEnd = target + length;
    return true;
  }

  #integer(n: number): number {
    const { instructions } = this.#window;
    let value = 0;
    while (this.#position < instructions.length && value <= 0xffff_ffff) {
      const byte = instructions[this.#position++];
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    throw invalidInstruction(`insn ${n} cannot be decoded`);
  }
}

/**
 * Checks all instructions of a window.
 *
 * @returns how many there are.
 * @throws RevstoreError `INVALID_INSTRUCTIONS`.
 */
export function verifyInstructions(window: Window): number {
  const reader = new InstructionReader(window);
  let count = 0;
  while (reader.next()) count++;
  return count;
}

function unfilled(message: string): Error {
  return svndiffError(svndiffErrors.INVALID_INSTRUCTIONS, message);
}
