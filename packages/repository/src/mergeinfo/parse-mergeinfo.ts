import { canonicalPath } from '@revstore/fsfs';
import { compareRanges, uniteRanges, type MergeRange } from './range-list.js';

/** What `svn:mergeinfo` tells: merged revisions by path, absolute; in the order in which paths were first named. */
export type Mergeinfo = Map<string, readonly MergeRange[]>;

/**
 * Parses a value of `svn:mergeinfo`.
 *
 * @param text as stored; what follows a NUL does not count.
 * @returns undefined where it is malformed.
 * @see libsvn_subr/mergeinfo.c#svn_mergeinfo_parse
 */
export function parseMergeinfo(text: string): Mergeinfo | undefined {
  const end = text.indexOf('\0');
  const value = end < 0 ? text : text.slice(0, end);
  const mergeinfo: Mergeinfo = new Map();
  const lines = value.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const colon = line.lastIndexOf(':');
    if (colon < 0) return undefined;
    const ranges = parseRanges(line.slice(colon + 1).trimStart());
    if (ranges === undefined) return undefined;
    let path: string;
    try {
      path = canonicalPath(line.slice(0, colon));
    } catch {
      return undefined;
    }
    const known = mergeinfo.get(path);
    mergeinfo.set(path, known === undefined ? ranges : uniteRanges(known, ranges));
  }
  return mergeinfo;
}

function parseRanges(text: string): MergeRange[] | undefined {
  const ranges: MergeRange[] = [];
  // A comma may stand at the end.
  for (const item of text.replace(/,$/, '').split(',')) {
    const match = /^(\d{1,10})(?:-(\d{1,10}))?(\*)?$/.exec(item);
    if (!match) return undefined;
    const first = Number(match[1]);
    const last = match[2] === undefined ? first : Number(match[2]);
    if (first === 0 || last > 0x7fffffff || (match[2] !== undefined && first >= last)) return undefined;
    ranges.push({ start: first - 1, end: last, inheritable: match[3] === undefined });
  }
  return canonical(ranges);
}

/** Ranges in order, those that touch as one; undefined where ranges overlap that are inherited differently. */
function canonical(ranges: MergeRange[]): MergeRange[] | undefined {
  const list: MergeRange[] = [];
  for (const range of ranges.sort(compareRanges)) {
    const last = list.at(-1);
    if (!last || last.end < range.start) list.push(range);
    else if (last.inheritable === range.inheritable)
      list[list.length - 1] = { ...last, end: Math.max(last.end, range.end) };
    else if (range.start < last.end) return undefined;
    else list.push(range);
  }
  return list;
}
