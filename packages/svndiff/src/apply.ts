import { copyFrom, InstructionReader } from './instructions.js';
import type { Window } from './window.js';

/** From this length on, calls that copy a range beat a loop over its bytes. */
const longCopy = 48;

/**
 * The target view that a window makes of its source view.
 *
 * @param source exactly the source view, `window.sourceLength` bytes.
 * @param target where to write it, from its start on; at least `window.targetLength` bytes, no memory of `source`.
 * @returns the target view: the beginning of `target` where that is given; otherwise a new array, or `window.newData`
 * itself where the window is one copy of all its new data.
 * @throws RevstoreError `INVALID_INSTRUCTIONS`; `target` may then be partly written. TypeError on a source or target of
 * the wrong length.
 * @see notes/svndiff
 */
export function applyWindow(window: Window, source: Uint8Array, target?: Uint8Array): Uint8Array {
  if (source.length !== window.sourceLength)
    throw new TypeError(`source view of ${window.sourceLength} bytes wanted, ${source.length} given`);
  if (target !== undefined && target.length < window.targetLength)
    throw new TypeError(`target of ${window.targetLength} bytes wanted, ${target.length} given`);

  const { newData, targetLength } = window;
  const reader = new InstructionReader(window);
  let more = reader.next();
  if (
    more &&
    target === undefined &&
    reader.selector === copyFrom.newData &&
    reader.length === targetLength &&
    !reader.next()
  )
    return newData;

  const output = target ?? new Uint8Array(targetLength);
  for (; more; more = reader.next()) {
    const { selector, offset, length, targetPosition } = reader;
    if (selector === copyFrom.target) repeatRange(output, offset, targetPosition, length);
    else copyRange(selector === copyFrom.source ? source : newData, offset, output, targetPosition, length);
  }
  return output.length === targetLength ? output : output.subarray(0, targetLength);
}

/** Copies `length` bytes of `from` to `position` of `to`, another array's memory. */
export function copyRange(
  from: Uint8Array,
  at: number,
  to: Uint8Array,
  position: number,
  length: number,
): void {
  if (length >= longCopy) to.set(from.subarray(at, at + length), position);
  else for (const end = at + length; at < end;) to[position++] = from[at++];
}

/** Copies within `bytes`; a range that reaches into its own copy repeats. */
function repeatRange(bytes: Uint8Array, at: number, position: number, length: number): void {
  const end = position + length;
  if (length < longCopy) {
    while (position < end) bytes[position++] = bytes[at++];
  } else if (position - at === 1) {
    bytes.fill(bytes[at], position, end);
  } else {
    // Each round copies all that is there of the pattern and so doubles it.
    while (position < end) {
      const piece = Math.min(position - at, end - position);
      bytes.copyWithin(position, at, at + piece);
      position += piece;
    }
  }
}
