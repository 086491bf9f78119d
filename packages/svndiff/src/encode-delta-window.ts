import type { Codec } from '@revstore/compression';
import { findDelta } from './delta-search.js';
import {
  checkTargetLength,
  encodeNewDataWindow,
  encodeNewDataWindowAsync,
  encodeWindow,
  windowHead,
} from './encode-window.js';
import { encodeSectionAsync } from './section.js';
import type { Window } from './window.js';

/**
 * The stored form of a window that makes `target` of `source`; where `source` is empty, that of its new data alone.
 *
 * Readers of a delta chain take the windows of each text by their number, so both views are windows of one number:
 * `source` is what the base has from `sourceOffset` on, up to `windowSize` bytes, or nothing behind its end.
 *
 * @param source at most `windowSize` bytes.
 * @param sourceOffset where the source view starts in its text, in bytes: where the target view does, too.
 * @param target 1 to `windowSize` bytes.
 * @param level 0..9, for zlib only.
 * @returns a new array.
 * @throws TypeError on other lengths.
 */
export function encodeDeltaWindow(
  source: Uint8Array,
  sourceOffset: number,
  target: Uint8Array,
  codec: Codec,
  level: number,
): Uint8Array {
  if (source.length === 0) return encodeNewDataWindow(target, codec, level, sourceOffset);
  return encodeWindow(deltaWindow(source, sourceOffset, target), codec, level);
}

/**
 * {@link encodeDeltaWindow} with large sections compressed on another thread; the search is done when the call returns.
 * `source` may then change at once, `target` only when the promise settles.
 *
 * @returns the window in two parts that follow each other; the second can be `target` itself where it is stored raw.
 */
export async function encodeDeltaWindowAsync(
  source: Uint8Array,
  sourceOffset: number,
  target: Uint8Array,
  codec: Codec,
  level: number,
): Promise<readonly [Uint8Array, Uint8Array]> {
  if (source.length === 0) return encodeNewDataWindowAsync(target, codec, level, sourceOffset);
  const window = deltaWindow(source, sourceOffset, target);
  const [instructions, newData] = await Promise.all([
    encodeSectionAsync(window.instructions, codec, level),
    encodeSectionAsync(window.newData, codec, level),
  ]);
  return [windowHead(window, instructions, newData.length), newData];
}

/** The source view is kept also where nothing is copied from it: svn passes over a plain base by their lengths. */
function deltaWindow(source: Uint8Array, sourceOffset: number, target: Uint8Array): Window {
  checkTargetLength(target);
  const { instructions, newData } = findDelta(source, target);
  return { sourceOffset, sourceLength: source.length, targetLength: target.length, instructions, newData };
}
