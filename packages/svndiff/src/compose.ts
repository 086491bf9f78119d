import { copyFrom, InstructionReader } from './instructions.js';
import type { Window } from './window.js';
import { WindowBuilder } from './window-builder.js';

/** Origin of bytes that the second window brings itself. */
const foreign = -1;

/**
 * One window that does what `first` and then `second` do.
 *
 * Every byte of the first window's target view gets an origin: an offset of its source view or, counted on from
 * there, of its new data. A copy from the second window's source view then is a walk over origins: runs that count up
 * are one copy of source or new data, and what the result already holds is copied from its own target view.
 *
 * @param second a window whose source view is the target view of `first`.
 * @returns a window with the source view of `first` and the target view of `second`; its arrays are new.
 * @throws RevstoreError `INVALID_INSTRUCTIONS`; TypeError where the views do not match.
 */
export function composeWindows(first: Window, second: Window): Window {
  if (second.sourceLength !== first.targetLength && second.sourceLength !== 0)
    throw new TypeError(`source view of ${first.targetLength} bytes wanted, ${second.sourceLength} given`);
  const { sourceLength, newData } = first;
  const origins = originsOf(first);
  const targetOrigins = new Int32Array(second.targetLength);
  /** Origin to the target position that showed it last. */
  const shown = new Int32Array(sourceLength + newData.length).fill(-1);
  const builder = new WindowBuilder();

  /** Copies origins [at, end) to the target from `position` on. */
  const copyOrigins = (at: number, end: number, position: number): void => {
    while (at < end) {
      const origin = origins[at];
      const limit = end - at;
      let run = 1;
      const runLimit = Math.min(limit, (origin < sourceLength ? sourceLength : shown.length) - origin);
      while (run < runLimit && origins[at + run] === origin + run) run++;

      const from = shown[origin];
      let repeat = 0;
      // Filled in while it is compared, as a repeat may reach into itself.
      if (from >= 0)
        while (repeat < limit && targetOrigins[from + repeat] === origins[at + repeat]) {
          targetOrigins[position + repeat] = origins[at + repeat];
          repeat++;
        }

      let length: number;
      if (repeat > run || (repeat === run && origin >= sourceLength)) {
        length = repeat;
        builder.copyTarget(from, length);
      } else if (origin < sourceLength) {
        length = run;
        builder.copySource(origin, length);
      } else {
        length = run;
        builder.insert(newData.subarray(origin - sourceLength, origin - sourceLength + length));
      }
      for (let i = 0; i < length; i++) {
        targetOrigins[position + i] = origins[at + i];
        shown[origins[at + i]] = position + i;
      }
      at += length;
      position += length;
    }
  };

  const reader = new InstructionReader(second);
  while (reader.next()) {
    const { selector, offset, length, targetPosition } = reader;
    if (selector === copyFrom.source) copyOrigins(offset, offset + length, targetPosition);
    else if (selector === copyFrom.target) {
      builder.copyTarget(offset, length);
      for (let i = 0; i < length; i++) targetOrigins[targetPosition + i] = targetOrigins[offset + i];
    } else {
      builder.insert(second.newData.subarray(offset, offset + length));
      targetOrigins.fill(foreign, targetPosition, targetPosition + length);
    }
  }
  return builder.finish(first.sourceOffset, sourceLength);
}

function originsOf(window: Window): Int32Array {
  const origins = new Int32Array(window.targetLength);
  const reader = new InstructionReader(window);
  while (reader.next()) {
    const { selector, length, targetPosition } = reader;
    let { offset } = reader;
    const end = targetPosition + length;
    if (selector === copyFrom.target)
      for (let t = targetPosition; t < end; t++) origins[t] = origins[offset++];
    else {
      if (selector === copyFrom.newData) offset += window.sourceLength;
      for (let t = targetPosition; t < end; t++) origins[t] = offset++;
    }
  }
  return origins;
}
