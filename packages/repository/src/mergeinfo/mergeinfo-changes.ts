import { inHashOrder } from '../hash-order/index.js';
import { parseMergeinfo, type Mergeinfo } from './parse-mergeinfo.js';
import { removeRanges, serializeRanges, type MergeRange } from './range-list.js';

type Merged = readonly [path: string, ranges: readonly MergeRange[]];

/** What two mergeinfos have differently, in the order of Subversion's hash tables. */
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
  const deleted: Merged[] = [];
  const added: Merged[] = [];
  const note = (list: Merged[], path: string, ranges: readonly MergeRange[]): void => {
    if (ranges.length > 0) list.push([path, ranges]);
  };
  for (const path of inHashOrder([...before.keys()], (key) => key)) {
    const [old, now] = [before.get(path)!, after.get(path)];
    note(deleted, path, now ? removeRanges(now, old, considerInheritance) : old);
    if (now) note(added, path, removeRanges(old, now, considerInheritance));
  }
  for (const path of inHashOrder([...after.keys()], (key) => key))
    if (!before.has(path)) note(added, path, after.get(path)!);
  return { deleted: inHashOrder(deleted, ([path]) => path), added: inHashOrder(added, ([path]) => path) };
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
