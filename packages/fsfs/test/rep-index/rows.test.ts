import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarker, serializeMarker } from '../../src/rep-index/marker.js';
import { parseRow, serializeRow } from '../../src/rep-index/rep-row.js';

const sha1 = fc.uint8Array({ minLength: 20, maxLength: 20 });
const integer = fc.maxSafeNat();
const row = fc.record({ revision: integer, itemIndex: integer, size: integer, expandedSize: integer });

describe('rows', () => {
  it('are parsed as they were serialized', () => {
    fc.assert(
      fc.property(sha1, row, (key, value) => {
        expect(parseRow(key, serializeRow(key, value))).toEqual(value);
      }),
    );
  });

  it('are no rows any more with one bit changed, or cut short', () => {
    fc.assert(
      fc.property(sha1, row, fc.nat(), fc.nat({ max: 7 }), (key, value, place, bit) => {
        const bytes = serializeRow(key, value);
        expect(parseRow(key, bytes.subarray(0, place % bytes.length))).toBeUndefined();
        bytes[place % bytes.length] ^= 1 << bit;
        expect(parseRow(key, bytes)).toBeUndefined();
      }),
    );
  });

  it('belong to their key', () => {
    const key = new Uint8Array(20).fill(7);
    const bytes = serializeRow(key, { revision: 1, itemIndex: 3, size: 5, expandedSize: 5 });
    expect(parseRow(new Uint8Array(20).fill(8), bytes)).toBeUndefined();
  });

  it('are small', () => {
    const value = { revision: 3006, itemIndex: 12, size: 4711, expandedSize: 102_400 };
    expect(serializeRow(new Uint8Array(20), value).length).toBeLessThan(14);
  });

  it('of any bytes are parsed or refused', () => {
    fc.assert(
      fc.property(sha1, fc.uint8Array({ maxLength: 60 }), (key, bytes) => {
        const parsed = parseRow(key, bytes);
        if (parsed) expect(Object.values(parsed).every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  it('have keys of 20 bytes', () => {
    expect(() =>
      serializeRow(new Uint8Array(16), { revision: 1, itemIndex: 3, size: 5, expandedSize: 5 }),
    ).toThrow(TypeError);
  });
});

describe('markers', () => {
  const marker = {
    uuid: 'aea2d22c-6d47-4ae5-b98e-4fd4d4e4b2fb',
    instanceId: 'x',
    revision: 17,
    root: '-',
  };

  it('are parsed as they were serialized', () => {
    expect(parseMarker(serializeMarker(marker))).toEqual(marker);
  });

  it.each(['', '2\nu\ni\n1\nr\n', '1\nu\ni\n-1\nr\n', '1\nu\ni\n1\nr', '1\nu\ni\n1\nr\nmore\n'])(
    '%j is none',
    (text) => {
      expect(parseMarker(Buffer.from(text))).toBeUndefined();
    },
  );
});
