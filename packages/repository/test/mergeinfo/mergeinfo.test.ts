import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeMergeinfoChange, mergeinfoChanges, parseMergeinfo } from '../../src/mergeinfo/index.js';
import {
  removeRanges,
  serializeRanges,
  uniteRanges,
  type MergeRange,
} from '../../src/mergeinfo/range-list.js';

/** Ranges in order that do not touch. */
const ranges: fc.Arbitrary<MergeRange[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 })), { maxLength: 8 })
  .map((steps) => {
    let at = 0;
    return steps.map(([gap, length]) => {
      const start = at + gap;
      at = start + length;
      return { start, end: at, inheritable: true };
    });
  });

const revisions = (list: readonly MergeRange[]): Set<number> =>
  new Set(
    list.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + 1 + index)),
  );

describe('ranges', () => {
  it('taken away leave the revisions that only the others have', () => {
    fc.assert(
      fc.property(ranges, ranges, (eraser, list) => {
        const erased = revisions(eraser);
        const left = removeRanges(eraser, list, true);
        expect(revisions(left)).toEqual(new Set([...revisions(list)].filter((r) => !erased.has(r))));
        expect(parseMergeinfo(`/x:${serializeRanges(left)}`)?.get('/x')).toEqual(
          left.length === 0 ? undefined : left,
        );
      }),
    );
  });

  it('united cover what either covers', () => {
    fc.assert(
      fc.property(ranges, ranges, (a, b) => {
        const both = uniteRanges(a, b);
        expect(revisions(both)).toEqual(new Set([...revisions(a), ...revisions(b)]));
        for (let i = 1; i < both.length; i++) expect(both[i]!.start).toBeGreaterThan(both[i - 1]!.end);
      }),
    );
  });

  it('that are inherited differently do not cover each other where that counts', () => {
    const plain = { start: 1, end: 5, inheritable: true };
    const own = { ...plain, inheritable: false };
    expect(removeRanges([own], [plain], true)).toEqual([plain]);
    expect(removeRanges([own], [plain], false)).toEqual([]);
  });
});

describe('mergeinfo', () => {
  it('is parsed loosely as to paths and order', () => {
    expect([...parseMergeinfo('b:7,3-4,5\n/a/c: 2*\n/b:9,')!]).toEqual([
      [
        '/b',
        [
          { start: 2, end: 5, inheritable: true },
          { start: 6, end: 7, inheritable: true },
          { start: 8, end: 9, inheritable: true },
        ],
      ],
      ['/a/c', [{ start: 1, end: 2, inheritable: false }]],
    ]);
    expect(parseMergeinfo('')).toEqual(new Map());
  });

  it.each([
    'nonsense',
    '/a',
    '/a:',
    '/a:x',
    '/a:0',
    '/a:3-3',
    '/a:4-3',
    '/a:1-4,2*',
    '/a:1 ,2',
    '/a:99999999999',
  ])('%j is malformed', (text) => {
    expect(parseMergeinfo(text)).toBeUndefined();
    expect(describeMergeinfoChange(text, undefined)).toBeUndefined();
  });

  it('never throws', () => {
    const pieces = fc.constantFrom('/', 'a', ':', '1', '2', '-', ',', '*', '\n', ' ', '..', '\0');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        parseMergeinfo(parts.join(''));
      }),
    );
  });

  it('changes are told by path', () => {
    const { added, deleted } = mergeinfoChanges(
      parseMergeinfo('/a:1-3\n/b:1')!,
      parseMergeinfo('/a:2-5')!,
      true,
    );
    expect(added).toEqual([['/a', [{ start: 3, end: 5, inheritable: true }]]]);
    expect(new Map(deleted).get('/b')).toEqual([{ start: 0, end: 1, inheritable: true }]);
    expect(describeMergeinfoChange('/a:1', '/a:1-2')).toBe('## -0,0 +0,1 ##\n   Merged /a:r2\n');
  });
});
