import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planPacks } from '../../src/revprops/plan-packs.js';
import {
  nextPackName,
  parseRevpropManifest,
  serializeRevpropManifest,
} from '../../src/revprops/revprop-manifest.js';
import { parseRevpropPack, serializeRevpropPack } from '../../src/revprops/revprop-pack.js';
import { loadProvider } from '@revstore/compression';

describe('planPacks', () => {
  it('covers all lists in order, and keeps a pack under the limit together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(3000), { minLength: 1, maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 1, max: 20_000 }),
        (sizes, at, limit) => {
          const changed = at % sizes.length;
          const ranges = planPacks(sizes, changed, limit);
          let next = 0;
          for (const { start, end } of ranges) {
            expect(start).toBe(next);
            expect(end).toBeGreaterThan(start);
            next = end;
          }
          expect(next).toBe(sizes.length);
          const total = sizes.reduce((sum, size) => sum + size, 0) + (sizes.length + 2) * 21;
          if (total < limit) expect(ranges.length).toBe(1);
          if (ranges.length === 3) expect(ranges[1]).toEqual({ start: changed, end: changed + 1 });
        },
      ),
    );
  });

  it('cuts in halves, or around a list that is too large for either', () => {
    const even = Array.from({ length: 10 }, () => 200);
    expect(planPacks(even, 3, 2048)).toEqual([
      { start: 0, end: 5 },
      { start: 5, end: 10 },
    ]);
    expect(planPacks([200, 200, 5000, 200], 2, 2048)).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 3 },
      { start: 3, end: 4 },
    ]);
    expect(planPacks([5000, 200], 0, 2048)).toEqual([
      { start: 0, end: 1 },
      { start: 1, end: 2 },
    ]);
    expect(planPacks([5000], 0, 2048)).toEqual([{ start: 0, end: 1 }]);
  });
});

describe('packs and manifests', () => {
  it('are read as they were written', () => {
    const lists = fc.array(fc.uint8Array({ maxLength: 900 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), lists, fc.boolean(), (first, lists, compress) => {
        const provider = loadProvider(compress ? 'native' : 'portable');
        const read = parseRevpropPack(serializeRevpropPack({ first, lists }, provider, compress), provider);
        expect(read.first).toBe(first);
        expect(read.lists.map((list) => Buffer.from(list))).toEqual(lists.map((list) => Buffer.from(list)));
      }),
    );
    const names = ['8.0', '9.3', '9.3', '11.12'];
    const text = Buffer.from(serializeRevpropManifest(names)).toString();
    expect(parseRevpropManifest(text, 9, 4)).toEqual({ first: 8, names });
  });

  it('get names that count up', () => {
    expect(nextPackName('8.0', 8)).toBe('8.1');
    expect(nextPackName('8.99999999999999999999', 11)).toBe('11.100000000000000000000');
  });
});
