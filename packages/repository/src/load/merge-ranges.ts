/** Lists of merged revisions, as Subversion renumbers them. @see libsvn_subr/mergeinfo.c */
import { RevstoreError } from '@revstore/errors';
import type { MergeRange } from '../mergeinfo/index.js';
import { loadErrors } from './load-errors.js';

/**
 * The ranges sorted, with those put together that touch and are alike.
 *
 * @throws RevstoreError `MERGEINFO_PARSE_ERROR` where ranges overlap that differ in what they hold for.
 */
export function canonicalRanges(ranges: readonly MergeRange[]): MergeRange[] {
  const sorted = [...ranges].sort((a, b) => a.start - b.start || a.end - b.end);
  const result: MergeRange[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (last && range.start < last.end && range.inheritable !== last.inheritable)
      throw new RevstoreError(
        loadErrors.MERGEINFO_PARSE_ERROR,
        'Unable to parse overlapping revision ranges with different inheritance types',
      );
    if (last && range.start <= last.end && range.inheritable === last.inheritable)
      result[result.length - 1] = { ...last, end: Math.max(last.end, range.end) };
    else result.push(range);
  }
  return result;
}

/** The union of two sorted lists; where both hold, what is inheritable wins. */
export function mergeRanges(a: readonly MergeRange[], b: readonly MergeRange[]): MergeRange[] {
  const result: MergeRange[] = [];
  let i = 0;
  let j = 0;
  const ends = [...new Set([...a, ...b].flatMap(({ start, end }) => [start, end]))].sort((x, y) => x - y);
  for (let k = 1; k < ends.length; k++) {
    const [start, end] = [ends[k - 1], ends[k]];
    while (i < a.length && a[i].end <= start) i++;
    while (j < b.length && b[j].end <= start) j++;
    const both = [a[i], b[j]].filter((range) => range !== undefined && range.start <= start);
    if (both.length === 0) continue;
    const inheritable = both.some((range) => range!.inheritable);
    const last = result.at(-1);
    if (last?.end === start && last.inheritable === inheritable) result[result.length - 1] = { ...last, end };
    else result.push({ start, end, inheritable });
  }
  return result;
}

/** What of sorted ranges is not younger than `revision`; as in Subversion, all of it becomes inheritable. */
export function rangesUpTo(ranges: readonly MergeRange[], revision: number): MergeRange[] {
  return joinTouching(
    ranges
      .filter(({ start }) => start < revision)
      .map(({ start, end }) => ({ start, end: Math.min(end, revision), inheritable: true })),
  );
}

/** What of sorted ranges is younger than `revision`; as in Subversion, ranges that touch become one. */
export function rangesAfter(ranges: readonly MergeRange[], revision: number): MergeRange[] {
  return joinTouching(
    ranges
      .filter(({ end }) => end > revision)
      .map((range) => ({ ...range, start: Math.max(range.start, revision) })),
  );
}

function joinTouching(ranges: readonly MergeRange[]): MergeRange[] {
  const result: MergeRange[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last && range.start <= last.end)
      result[result.length - 1] = {
        start: last.start,
        end: Math.max(last.end, range.end),
        inheritable: last.inheritable || range.inheritable,
      };
    else result.push(range);
  }
  return result;
}
