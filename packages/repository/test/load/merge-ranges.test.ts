import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalRanges, mergeRanges, rangesAfter, rangesUpTo } from '../../src/load/merge-ranges.js';

type Range = { start: number; end: number; inheritable: boolean };

/** Revisions to whether they are inheritable. */
function revisionsOf(ranges: readonly Range[]): Map<number, boolean> {
  const revisions = new Map<number, boolean>();
  for (const { start, end, inheritable } of ranges)
    for (let r = start + 1; r <= end; r++) revisions.set(r, inheritable);
  return revisions;
}

const canonical = fc
  .array(fc.option(fc.boolean(), { nil: undefined }), { maxLength: 16 })
  .map((marks) =>
    canonicalRanges(
      marks.flatMap((inheritable, i) =>
        inheritable === undefined ? [] : [{ start: i, end: i + 1, inheritable }],
      ),
    ),
  );

describe('ranges of merged revisions', () => {
  it('keep their revisions, and touch only where they differ', () => {
    fc.assert(
      fc.property(canonical, (ranges) => {
        expect(revisionsOf(canonicalRanges([...ranges].reverse()))).toEqual(revisionsOf(ranges));
        ranges.slice(1).forEach((range, i) => {
          expect(range.start).toBeGreaterThanOrEqual(ranges[i]!.end);
          if (range.start === ranges[i]!.end) expect(range.inheritable).not.toBe(ranges[i]!.inheritable);
        });
      }),
    );
  });

  it('are united', () => {
    fc.assert(
      fc.property(canonical, canonical, (a, b) => {
        const [left, right] = [revisionsOf(a), revisionsOf(b)];
        const united = mergeRanges(a, b);
        const expected = new Map(left);
        for (const [r, inheritable] of right) expected.set(r, inheritable || (left.get(r) ?? false));
        expect(new Map([...revisionsOf(united)].sort((x, y) => x[0] - y[0]))).toEqual(
          new Map([...expected].sort((x, y) => x[0] - y[0])),
        );
        expect(canonicalRanges(united)).toEqual(united);
      }),
    );
  });

  it('are cut at a revision', () => {
    fc.assert(
      fc.property(canonical, fc.nat(18), (ranges, at) => {
        const keys = [...revisionsOf(ranges).keys()];
        expect([...revisionsOf(rangesUpTo(ranges, at)).keys()]).toEqual(keys.filter((r) => r <= at));
        expect([...revisionsOf(rangesAfter(ranges, at)).keys()]).toEqual(keys.filter((r) => r > at));
      }),
    );
  });

  it('that overlap and differ are refused', () => {
    expect(() =>
      canonicalRanges([
        { start: 0, end: 3, inheritable: true },
        { start: 2, end: 4, inheritable: false },
      ]),
    ).toThrow('Unable to parse overlapping revision ranges');
  });
});
