import { Cursor, concatBytes, equalBytes, utf8Bytes, utf8Text } from '@revstore/bytes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyWindow,
  decodeSection,
  decodeWindow,
  decodeWindowAsync,
  encodeNewDataWindow,
  encodeNewDataWindowAsync,
  encodeSection,
  encodeSectionAsync,
  encodeWindow,
  encodeWindowAsync,
  parseSvndiffHeader,
  parseWindowHeader,
  skipWindow,
  svndiffHeader,
  type SvndiffVersion,
  windowSize,
} from '../src/index.js';
import { crossings, errorOf, expectSame, native, portable, text, windowArbitrary } from './windows.js';

const empty = new Uint8Array(0);
const example = Uint8Array.from([
  0x53, 0x56, 0x4e, 0, 0, 12, 16, 7, 1, 0x04, 0x00, 0x04, 0x08, 0x81, 0x47, 0x08, 0x64,
]);

describe('the example of notes/svndiff', () => {
  it('is read, applied and written as it is', () => {
    expect(parseSvndiffHeader(example)).toBe(0);
    const cursor = new Cursor(example, 4);
    const window = decodeWindow(cursor, 0, native);
    expect(cursor.remaining).toBe(0);
    expect(window).toMatchObject({ sourceOffset: 0, sourceLength: 12, targetLength: 16 });
    expect(utf8Text(applyWindow(window, utf8Bytes('aaaabbbbcccc')))).toBe('aaaaccccdddddddd');
    expect(concatBytes([svndiffHeader(0), encodeWindow(window, native.none, 0)])).toEqual(example);
  });
});

describe.each(crossings)('$name', ({ codec, version, reader }) => {
  it('brings any window back', () => {
    fc.assert(
      fc.property(windowArbitrary(text(400)), fc.nat(2 ** 40), ({ window }, sourceOffset) => {
        const moved = { ...window, sourceOffset };
        const stored = encodeWindow(moved, codec, 5);
        const cursor = new Cursor(stored);
        expect(decodeWindow(cursor, version, reader)).toEqual(moved);
        expect(cursor.remaining).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('brings new data of any length back, at once and on threads', async () => {
    for (const length of [1, 63, 64, 127, 128, 511, 512, 16_383, 16_384, windowSize - 1, windowSize]) {
      for (const data of [text(length), new Uint8Array(length).fill(65)]) {
        const stored = encodeNewDataWindow(data, codec, 5);
        expect(equalBytes(concatBytes(await encodeNewDataWindowAsync(data, codec, 5)), stored)).toBe(true);
        const window = decodeWindow(new Cursor(stored), version, reader);
        expect(applyWindow(window, empty)).toBe(window.newData);
        expect(equalBytes(window.newData, data)).toBe(true);
        expect(equalBytes(encodeWindow(window, codec, 5), stored)).toBe(true);
        expect(equalBytes(await encodeWindowAsync(window, codec, 5), stored)).toBe(true);
        expectSame(await decodeWindowAsync(new Cursor(stored), version, reader), window);
      }
    }
  });
});

describe('windows', () => {
  it('hold 1 to 102,400 bytes', async () => {
    for (const length of [0, windowSize + 1]) {
      expect(() => encodeNewDataWindow(text(length), native.none, 0)).toThrow(TypeError);
      await expect(encodeNewDataWindowAsync(text(length), native.none, 0)).rejects.toThrow(TypeError);
    }
  });

  it('are passed over without decoding, and decoded side by side', async () => {
    const texts = [30_000, 5, 40_000].map((length) => text(length).fill(7, 100));
    const bytes = concatBytes(texts.map((data) => encodeNewDataWindow(data, native.lz4, 0)));
    const cursor = new Cursor(bytes);
    const found = texts.map(() => skipWindow(cursor));
    expect(cursor.remaining).toBe(0);
    expect(found.map(({ header }) => header.targetLength)).toEqual([30_000, 5, 40_000]);
    const second = decodeWindow(new Cursor(bytes, found[1].start, found[1].end), 2, portable);
    expect(applyWindow(second, empty)).toEqual(texts[1]);
    const again = new Cursor(bytes);
    const windows = await Promise.all(texts.map(() => decodeWindowAsync(again, 2, native)));
    expect(
      equalBytes(concatBytes(windows.map((window) => applyWindow(window, empty))), concatBytes(texts)),
    ).toBe(true);
  });

  it('keep raw sections as views', () => {
    const window = decodeWindow(new Cursor(example, 4), 0, native);
    expect(window.newData.buffer).toBe(example.buffer);
  });

  const header = (...integers: number[][]): Uint8Array => Uint8Array.from(integers.flat());
  const limit = [0x86, 0xa0, 0x00];
  const beyond = [0x86, 0xa0, 0x01];
  it.each([
    ['source view', header([0], beyond, [1], [1], [1])],
    ['target view', header([0], [1], beyond, [1], [1])],
    ['instructions', header([0], [1], [1], [0x81, 0x83, 0xa0, 0x01], [1])],
    ['new data', header([0], [1], [1], [1], [0x86, 0xa0, 0x0b])],
  ])('are refused with too large a %s', (_, bytes) => {
    const error = errorOf(() => parseWindowHeader(new Cursor(bytes)));
    expect(error).toMatchObject({ code: 'CORRUPT_WINDOW', svnCode: 185001, kind: 'corrupt' });
    expect(error.message).toBe('Svndiff contains a too-large window');
  });

  it('are read at the limits', () => {
    const bytes = header([0], limit, limit, [0x81, 0x83, 0xa0, 0x00], [0x86, 0xa0, 0x0a]);
    expect(parseWindowHeader(new Cursor(bytes))).toEqual({
      sourceOffset: 0,
      sourceLength: 102_400,
      targetLength: 102_400,
      instructionsLength: 2_150_400,
      newDataLength: 102_410,
    });
  });

  it('are refused with impossible or missing integers', () => {
    const huge = header(Array<number>(9).fill(0xff), [0x7f, 1, 1, 1, 1]);
    expect(errorOf(() => parseWindowHeader(new Cursor(huge))).svnCode).toBe(185001);
    const last = header([0x8f], Array<number>(6).fill(0xff), [0x7f, 1, 1, 1, 1]);
    expect(errorOf(() => parseWindowHeader(new Cursor(last))).message).toBe(
      'Svndiff contains corrupt window header',
    );
    for (let length = 4; length < example.length; length++) {
      const error = errorOf(() => decodeWindow(new Cursor(example, 4, length), 0, native));
      expect(error).toMatchObject({ code: 'UNEXPECTED_END', svnCode: 185004 });
    }
  });
});

describe('sections', () => {
  it('carry their original length in versions 1 and 2', async () => {
    const data = text(40_000).fill(3, 50);
    for (const codec of [native.none, portable.zlib, native.lz4]) {
      const stored = encodeSection(data, codec, 5);
      expect(equalBytes(await encodeSectionAsync(data, codec, 5), stored)).toBe(true);
      expect(equalBytes(decodeSection(stored, codec, data.length), data)).toBe(true);
      expect(errorOf(() => decodeSection(stored, codec, data.length - 1)).svnCode).toBe(185005);
    }
    expect(encodeSection(utf8Bytes('ab'), native.zlib, 5)).toEqual(Uint8Array.of(2, 97, 98));
    expect(encodeSection(empty, native.lz4, 5)).toEqual(Uint8Array.of(0));
    expect(errorOf(() => decodeSection(empty, native.lz4, 10)).svnCode).toBe(185005);
  });
});

describe('document headers', () => {
  it('are of versions 0 to 2', () => {
    for (const version of [0, 1, 2] as SvndiffVersion[])
      expect(parseSvndiffHeader(svndiffHeader(version))).toBe(version);
    for (const bad of ['SVN\u0003', 'SVM\0', 'XVN\0', 'SXN\0'])
      expect(errorOf(() => parseSvndiffHeader(utf8Bytes(bad)))).toMatchObject({
        svnCode: 185000,
        message: 'Svndiff has invalid header',
      });
    expect(errorOf(() => parseSvndiffHeader(utf8Bytes('SVN'))).svnCode).toBe(185004);
  });
});
