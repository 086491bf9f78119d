import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RevstoreError } from '@revstore/errors';
import {
  compareUtf8,
  concatBytes,
  Cursor,
  equalBytes,
  fnv1a,
  formatBase36,
  ItemChecksum,
  itemChecksum,
  md5Hex,
  nameBytes,
  nameText,
  parseBase36,
  readPackedInt,
  readPackedUint,
  readVarint,
  sha1Hex,
  strictUtf8Text,
  utf8Bytes,
  utf8Text,
  varintLength,
  writePackedInt,
  writePackedUint,
  writeVarint,
} from '@revstore/bytes';

const uint = fc.oneof(
  fc.nat({ max: 300 }),
  fc.constantFrom(0, 127, 128, 16383, 16384, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 49, 2 ** 53 - 1),
  fc.maxSafeNat(),
);
const int = fc.oneof(fc.integer(), fc.integer({ min: -(2 ** 52) + 1, max: 2 ** 52 - 1 }));

describe('variable-length integers', () => {
  it('come back, in the length that was told', () => {
    fc.assert(
      fc.property(uint, (value) => {
        const bytes = new Uint8Array(10);
        for (const [write, read] of [
          [writeVarint, readVarint],
          [writePackedUint, readPackedUint],
        ] as const) {
          const end = write(bytes, 0, value);
          expect(end).toBe(varintLength(value));
          const cursor = new Cursor(bytes, 0, end);
          expect([read(cursor), cursor.remaining]).toEqual([value, 0]);
        }
      }),
    );
  });
  it('come back with their sign', () => {
    fc.assert(
      fc.property(int, (value) => {
        const bytes = new Uint8Array(10);
        const end = writePackedInt(bytes, 0, value);
        // Zero has one form only.
        expect(readPackedInt(new Cursor(bytes, 0, end)) + 0).toBe(value + 0);
      }),
    );
  });
  it('are stored as the formats say', () => {
    const svndiff = new Uint8Array(2);
    expect(writeVarint(svndiff, 0, 130)).toBe(2);
    expect([...svndiff]).toEqual([0x81, 0x02]);
    const index = new Uint8Array(5);
    expect(writePackedUint(index, 0, 0x100000000)).toBe(5);
    expect([...index]).toEqual([0x80, 0x80, 0x80, 0x80, 0x10]);
    expect(writePackedInt(index, 0, -3)).toBe(1);
    expect(index[0]).toBe(5);
  });
  it('are refused wherever they are cut off', () => {
    fc.assert(
      fc.property(uint, (value) => {
        const bytes = new Uint8Array(10);
        for (const [write, read] of [
          [writeVarint, readVarint],
          [writePackedUint, readPackedUint],
        ] as const)
          for (let end = write(bytes, 0, value) - 1; end >= 0; end--)
            expect(() => read(new Cursor(bytes, 0, end))).toThrow(RevstoreError);
      }),
    );
  });
  it('are refused when cut off or too large', () => {
    for (const read of [readVarint, readPackedUint]) {
      expect(() => read(new Cursor(Uint8Array.of(0x80)))).toThrow(RevstoreError);
      expect(() => read(new Cursor(new Uint8Array(12).fill(0xff)))).toThrow(RevstoreError);
    }
  });
});

describe('cursors', () => {
  it('give what is there and no more', () => {
    const cursor = new Cursor(Uint8Array.of(1, 2, 3, 4), 1, 3);
    expect(cursor.byte()).toBe(2);
    expect(() => cursor.take(2)).toThrow(RevstoreError);
    expect([...cursor.take(1)]).toEqual([3]);
    expect(() => cursor.byte()).toThrow(RevstoreError);
    expect(() => new Cursor(new Uint8Array(4)).take(-1)).toThrow(RevstoreError);
  });
});

describe('item checksums', () => {
  it('do not depend on how the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 11 })), (parts) => {
        const pieces = new ItemChecksum();
        for (const part of parts) pieces.update(part);
        expect(pieces.value()).toBe(itemChecksum(concatBytes(parts)));
      }),
    );
  });
  it('are the sums of the four streams, folded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const whole = bytes.length - (bytes.length % 4);
        const folded = new Uint8Array(16 + (bytes.length % 4));
        for (let stream = 0; stream < 4; stream++)
          new DataView(folded.buffer).setUint32(
            stream * 4,
            fnv1a(bytes.subarray(0, whole).filter((_, i) => i % 4 === stream)),
          );
        folded.set(bytes.subarray(whole), 16);
        expect(itemChecksum(bytes)).toBe(fnv1a(folded));
      }),
    );
  });
  it('build on FNV-1a with its published values', () => {
    expect(fnv1a(utf8Bytes(''))).toBe(0x811c9dc5);
    expect(fnv1a(utf8Bytes('a'))).toBe(0xe40c292c);
    expect(fnv1a(utf8Bytes('foobar'))).toBe(0xbf9cf968);
  });
});

describe('names', () => {
  it('keep any bytes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }).map(utf8Bytes)), (bytes) => {
        expect([...nameBytes(nameText(bytes))]).toEqual([...bytes]);
      }),
    );
  });
  it('sort as their bytes do', () => {
    // Characters on both sides of the surrogates, and one that looks like an escaped byte in its second half.
    const character = fc.constantFrom(
      'a',
      '\u007f',
      'é',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '\u{1f480}',
      '\u{10ffff}',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.array(character, { maxLength: 6 }).map((parts) => parts.join('')),
    );
    const bytes = fc.oneof(
      text.map(utf8Bytes),
      fc.uint8Array({ maxLength: 6 }),
      fc
        .array(
          fc.oneof(
            character.map(utf8Bytes),
            fc.constantFrom(0x80, 0xbf, 0xc3, 0xf0, 0xff).map((b) => Uint8Array.of(b)),
          ),
          { maxLength: 5 },
        )
        .map(concatBytes),
    );
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(Math.sign(compareUtf8(nameText(a), nameText(b)))).toBe(Math.sign(Buffer.compare(a, b)));
      }),
      { numRuns: 2000 },
    );
  });
  it('are text only where they are UTF-8', () => {
    expect(nameText(Uint8Array.of(0x61, 0xc3, 0xa9))).toBe('aé');
    // A byte order mark is a character like others; overlong forms and encoded surrogates are none.
    expect(nameText(Uint8Array.of(0xef, 0xbb, 0xbf))).toBe('\ufeff');
    expect(nameText(Uint8Array.of(0xc0, 0xaf))).toBe('\udcc0\udcaf');
    expect(nameText(Uint8Array.of(0xed, 0xa0, 0x80))).toBe('\udced\udca0\udc80');
    expect(strictUtf8Text(Uint8Array.of(0xff))).toBeUndefined();
    expect(utf8Text(Uint8Array.of(0xff))).toBe('\ufffd');
  });
});

describe('small things', () => {
  it('base 36 comes back and refuses the rest', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        expect(parseBase36(formatBase36(value))).toBe(value);
      }),
    );
    for (const text of ['', 'A', '-1', ' 1', '1 ', 'zzzzzzzzzzzz'])
      expect(() => parseBase36(text)).toThrow(RevstoreError);
  });
  it('digests are the published ones', () => {
    expect(md5Hex('')).toBe('d41d8cd98f00b204e9800998ecf8427e');
    expect(sha1Hex(utf8Bytes('abc'))).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
  });
  it('byte strings are compared whole', () => {
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
  });
});
