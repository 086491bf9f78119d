import { inHashOrder } from '../hash-order/index.js';
import { parseMergeinfo, type Mergeinfo } from './parse-mergeinfo.js';
import { removeRanges, serializeRanges, type MergeRange } from './range-list.js';

type Merged = readonly [path: string, ranges: readonly MergeRange[]];

/** What two mergeinfos have differently. */
export interface MergeinfoChanges {
  readonly deleted: readonly Merged[];
  readonly added: readonly Merged[];
}

/**
 * Compares two mergeinfos.
 *
 * @param considerInheritance whether the same revisions, inherited differently, count as a change.
 */
export function mergeinfoChanges(
  before: Mergeinfo,
  after: Mergeinfo,
  considerInheritance: boolean,
): MergeinfoChanges {
  return {
    deleted: missing(before, after, considerInheritance),
    added: missing(after, before, considerInheritance),
  };
}

/** What `from` has and `other` does not, in the order of Subversion's hash tables. */
function missing(from: Mergeinfo, other: Mergeinfo, considerInheritance: boolean): Merged[] {
  const paths = inHashOrder([...from.keys()], (path) => path);
  const found: Merged[] = [];
  for (const path of paths) {
    const covered = other.get(path);
    const ranges = from.get(path)!;
    const left = covered === undefined ? ranges : removeRanges(covered, ranges, considerInheritance);
    if (left.length > 0) found.push([path, left]);
  }
  return inHashOrder(found, ([path]) => path);
}

/**
 * A change of `svn:mergeinfo` as `svn diff` tells it: which revisions were merged, and which were merged back.
 *
 * @returns undefined where a value is malformed.
 * @see libsvn_diff/util.c#display_mergeinfo_diff
 */
export function describeMergeinfoChange(
  before: string | undefined,
  after: string | undefined,
): string | undefined {
  const [old, now] = [before, after].map((value) => parseMergeinfo(value ?? ''));
  if (!old || !now) return undefined;
  const { deleted, added } = mergeinfoChanges(old, now, true);
  const tell = (word: string, merged: readonly Merged[]): string =>
    merged.map(([path, ranges]) => `   ${word} ${path}:r${serializeRanges(ranges)}\n`).join('');
  return (
    `## -0,${deleted.length} +0,${added.length} ##\n` +
    tell('Reverse-merged', deleted) +
    tell('Merged', added)
  );
}
