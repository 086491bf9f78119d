import type { Lines } from './lines.js';

/** How many lines of a common end are compared all the same, so that the blocks found stay those of a full comparison. */
const SUFFIX_LINES_TO_KEEP = 50;

const BLOCK = 1024;

/** Lines at both ends of two texts that need no comparing. */
export interface CommonEnds {
  readonly prefix: number;
  readonly suffix: number;
}

/**
 * The lines that two texts begin and end with alike, byte for byte. What Subversion leaves out of the comparison is left
 * out here, because it decides which of several equally good differences is found.
 *
 * @see libsvn_diff/diff_file.c#find_identical_prefix
 */
export function commonEnds(original: Lines, modified: Lines): CommonEnds {
  const a = original.bytes;
  const b = modified.bytes;
  const shorter = Math.min(a.length, b.length);
  if (shorter === 0) return { prefix: 0, suffix: 0 };
  const difference = firstDifference(a, b, shorter);
  const prefix = commonPrefix(original, modified, difference);
  return { prefix, suffix: difference === shorter ? 0 : commonSuffix(original, modified, prefix) };
}

function firstDifference(a: Buffer, b: Buffer, shorter: number): number {
  let at = 0;
  while (at + BLOCK <= shorter && a.compare(b, at, at + BLOCK, at, at + BLOCK) === 0) at += BLOCK;
  while (at < shorter && a[at] === b[at]) at++;
  return at;
}

/** Lines that end, with a line end, at the same place before `difference` in both. */
function commonPrefix(original: Lines, modified: Lines, difference: number): number {
  let lines = firstAbove(original.ends, difference);
  // A CR may be a line end in one text and the first half of one in the other.
  while (lines > 0 && (modified.ends[lines - 1] !== original.ends[lines - 1] || !original.isEnded(lines - 1)))
    lines--;
  return lines;
}

function commonSuffix(original: Lines, modified: Lines, prefix: number): number {
  const a = original.bytes;
  const b = modified.bytes;
  let i = a.length - 1;
  let j = b.length - 1;
  if (a[i] !== b[j]) return 0;
  // The scan ends where the shorter text's prefix does; it checks that after a step, so never in its first place.
  const limit = original.start(prefix) + Math.max(0, a.length - b.length);
  const stop = i > limit ? limit : -1;
  i--;
  j--;
  while (i - BLOCK > stop && j >= BLOCK && a.compare(b, j - BLOCK + 1, j + 1, i - BLOCK + 1, i + 1) === 0) {
    i -= BLOCK;
    j -= BLOCK;
  }
  while (i !== stop && i >= 0 && j >= 0 && a[i] === b[j]) {
    i--;
    j--;
  }
  const firstWhole = firstAbove(original.ends, i + 1) + 1;
  return Math.max(0, original.count - firstWhole - SUFFIX_LINES_TO_KEEP);
}

/** Index of the first element greater than `value` in an increasing array, or its length. */
function firstAbove(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
