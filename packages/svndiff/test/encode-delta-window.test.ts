import { concatBytes, Cursor, equalBytes } from '@revstore/bytes';
import { sourceText } from '@revstore/testkit/trees';
import { describe, expect, it } from 'vitest';
import {
  applyWindow,
  decodeWindow,
  encodeDeltaWindow,
  encodeDeltaWindowAsync,
  encodeNewDataWindow,
  windowSize,
} from '../src/index.js';
import { textPairs } from './text-pairs.js';
import { crossings, native } from './windows.js';

const empty = new Uint8Array(0);

describe.each(crossings)('delta windows with $name', ({ codec, version, reader }) => {
  it('make the new texts of the old ones, at once and on threads', async () => {
    for (const { old, next } of textPairs().slice(0, 7))
      for (let at = 0; at < next.length; at += windowSize) {
        const [source, target] = [old, next].map((text) => text.subarray(at, at + windowSize));
        const stored = encodeDeltaWindow(source, at, target, codec, 5);
        const parts = await encodeDeltaWindowAsync(source, at, target, codec, 5);
        expect(equalBytes(concatBytes(parts), stored)).toBe(true);
        const cursor = new Cursor(stored);
        const window = decodeWindow(cursor, version, reader);
        expect(cursor.remaining).toBe(0);
        expect(window).toMatchObject({ sourceOffset: at, sourceLength: source.length });
        expect(equalBytes(applyWindow(window, source), target)).toBe(true);
      }
  });
});

describe('a delta window', () => {
  const text = Uint8Array.from(sourceText(1, 500));

  it('of an empty source is one of new data', async () => {
    const expected = encodeNewDataWindow(text, native.lz4, 0, 900);
    expect(encodeDeltaWindow(empty, 900, text, native.lz4, 0)).toEqual(expected);
    expect(concatBytes(await encodeDeltaWindowAsync(empty, 900, text, native.lz4, 0))).toEqual(expected);
  });

  it('keeps a source view that nothing is copied from', () => {
    const stored = encodeDeltaWindow(new Uint8Array(300), 102_400, text, native.none, 0);
    const window = decodeWindow(new Cursor(stored), 0, native);
    expect(window).toMatchObject({ sourceOffset: 102_400, sourceLength: 300, newData: text });
  });

  it('has 1 to 102,400 bytes', async () => {
    const large = new Uint8Array(windowSize + 1);
    for (const source of [text, empty])
      for (const target of [empty, large]) {
        expect(() => encodeDeltaWindow(source, 0, target, native.none, 0)).toThrow(TypeError);
        await expect(encodeDeltaWindowAsync(source, 0, target, native.none, 0)).rejects.toThrow(TypeError);
      }
    expect(() => encodeDeltaWindow(large, 0, text, native.none, 0)).toThrow(TypeError);
  });
});
