import { nameBytes, nameText } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { comparePaths, joinPath } from '@revstore/fsfs';
import { parseMergeinfo, type MergeRange } from '../mergeinfo/index.js';
import { loadErrors } from './load-errors.js';
import { mergeinfoFault } from './mergeinfo-fault.js';
import { canonicalRanges, mergeRanges, rangesAfter, rangesUpTo } from './merge-ranges.js';
import type { RevisionMap } from './revision-map.js';

/** What mergeinfo of a stream is adjusted to. */
export interface MergeinfoPlace {
  readonly revisions: RevisionMap;
  /** First revision of the stream that was loaded. */
  readonly oldest: number;
  /** What is subtracted of revisions before it. */
  readonly olderOffset: number;
  /** Directory, absolute, that takes the place of the stream's root. */
  readonly parent: string;
}

/**
 * A value of `svn:mergeinfo` of a stream as it is true of the repository.
 *
 * @param onNormalized told when carriage returns were removed.
 * @throws RevstoreError `MERGEINFO_PARSE_ERROR` (E200020), `IO_INCONSISTENT_EOL` (E135000), `ASSERTION_FAIL` (E235000).
 * @see libsvn_repos/load-fs-vtable.c#svn_repos__adjust_mergeinfo_property
 */
export function adjustMergeinfo(
  value: Uint8Array,
  place: MergeinfoPlace,
  onNormalized: () => void,
): Uint8Array {
  const end = value.indexOf(0);
  const stored = nameText(end < 0 ? value : value.subarray(0, end));
  const text = withLineFeeds(stored);
  if (text !== stored) onNormalized();
  const mergeinfo = parseMergeinfo(text);
  if (!mergeinfo) throw mergeinfoFault(text);
  const adjusted = new Map<string, MergeRange[]>();
  for (const [path, ranges] of mergeinfo) {
    const found = adjustRanges(ranges, place);
    if (found) adjusted.set(path, found);
  }
  if (place.parent === '/') return nameBytes(formatMergeinfo(adjusted));
  // What came of renumbering is not always mergeinfo; it is parsed once more to get other paths.
  const renumbered = formatMergeinfo(adjusted);
  if (!parseMergeinfo(renumbered)) throw mergeinfoFault(renumbered);
  const below = [...adjusted].map(
    ([path, ranges]) => [joinPath(place.parent, path.slice(1)), ranges] as const,
  );
  return nameBytes(formatMergeinfo(new Map(below)));
}

function formatMergeinfo(mergeinfo: ReadonlyMap<string, readonly MergeRange[]>): string {
  return [...mergeinfo]
    .sort((a, b) => comparePaths(a[0], b[0]))
    .map(([path, ranges]) => `${path}:${ranges.map(formatRange).join(',')}`)
    .join('\n');
}

/** @returns `undefined` where nothing is left. */
function adjustRanges(ranges: readonly MergeRange[], place: MergeinfoPlace): MergeRange[] | undefined {
  const { oldest, olderOffset } = place;
  if (oldest <= 1) return canonicalRanges(ranges.map((range) => renumber(range, place)));
  const before = rangesUpTo(ranges, oldest - 1)
    .map((range) => ({ ...range, start: range.start - olderOffset, end: range.end - olderOffset }))
    .filter(({ start, end }) => start > 0 && end > 0);
  const since = rangesAfter(ranges, oldest - 1).map((range) => renumber(range, place));
  if (before.length === 0 && since.length === 0) return undefined;
  if (before.length === 0) return canonicalRanges(since);
  return canonicalRanges(since.length === 0 ? before : mergeRanges(since, before));
}

function renumber(range: MergeRange, { revisions, oldest }: MergeinfoPlace): MergeRange {
  let start = revisions.get(range.start);
  if (start === undefined) {
    // The revision before the first one of the stream is no source of a copy, so it is not in the map.
    if (range.start !== oldest - 1) return range;
    const first = revisions.get(oldest);
    start = first === undefined ? range.start : first - 1;
  }
  return { ...range, start, end: revisions.get(range.end) ?? range.end };
}

/** Ranges may come out reversed or empty where a stream leaves revisions out. */
function formatRange({ start, end, inheritable }: MergeRange): string {
  const mark = inheritable ? '' : '*';
  if (start + 1 === end) return `${end}${mark}`;
  if (start - 1 === end) return `-${start}${mark}`;
  if (start === end)
    throw new RevstoreError(
      loadErrors.ASSERTION_FAIL,
      `bad range {start=${start},end=${end},inheritable=${inheritable ? 1 : 0}}`,
    );
  return start < end ? `${start + 1}-${end}${mark}` : `${start}-${end + 1}${mark}`;
}

function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text;
  const kinds = new Set(text.match(/\r\n|\r|\n/g));
  if (kinds.size > 1)
    throw new RevstoreError(loadErrors.IO_INCONSISTENT_EOL, 'Inconsistent line ending style');
  return text.replace(/\r\n?/g, '\n');
}
