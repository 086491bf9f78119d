import { commonBlocks } from './common-blocks.js';
import { commonEnds } from './common-ends.js';
import type { DiffOptions } from './diff-options.js';
import type { Lines } from './lines.js';
import { lineNormalizer, type LineNormalizer } from './normalize-line.js';

/** Lines of one text that stand where other lines are in the other text. Lines are counted from 0. */
export interface LineChange {
  readonly originalStart: number;
  readonly originalLength: number;
  readonly modifiedStart: number;
  readonly modifiedLength: number;
}

/**
 * What has to change to make one text of another, in increasing order; no two changes touch. Equals what Subversion finds
 * for two files.
 */
export function diffLines(original: Lines, modified: Lines, options: DiffOptions = {}): LineChange[] {
  const { prefix, suffix } = commonEnds(original, modified);
  return diffBetween(original, modified, prefix, suffix, options);
}

/** {@link diffLines} as Subversion finds it for two property values: no line is left out of the comparison. */
export function diffValues(original: Lines, modified: Lines): LineChange[] {
  return diffBetween(original, modified, 0, 0, {});
}

function diffBetween(
  original: Lines,
  modified: Lines,
  prefix: number,
  suffix: number,
  options: DiffOptions,
): LineChange[] {
  const tokens = new Map<string, number>();
  const normalize = lineNormalizer(options);
  const a = tokenize(original, prefix, original.count - suffix, tokens, normalize);
  const b = tokenize(modified, prefix, modified.count - suffix, tokens, normalize);
  const changes: LineChange[] = [];
  let i = prefix;
  let j = prefix;
  const upTo = (nextOriginal: number, nextModified: number): void => {
    if (i < nextOriginal || j < nextModified)
      changes.push({
        originalStart: i,
        originalLength: nextOriginal - i,
        modifiedStart: j,
        modifiedLength: nextModified - j,
      });
  };
  for (const block of commonBlocks(a, b, tokens.size)) {
    upTo(block.original + prefix, block.modified + prefix);
    i = block.original + prefix + block.length;
    j = block.modified + prefix + block.length;
  }
  upTo(original.count - suffix, modified.count - suffix);
  return changes;
}

function tokenize(
  lines: Lines,
  from: number,
  to: number,
  tokens: Map<string, number>,
  normalize: LineNormalizer | undefined,
): Int32Array {
  const { bytes, ends } = lines;
  const sequence = new Int32Array(to - from);
  let start = lines.start(from);
  for (let line = from; line < to; line++) {
    const end = ends[line];
    let text = bytes.toString('latin1', start, end);
    if (normalize) text = normalize(text);
    let token = tokens.get(text);
    if (token === undefined) {
      token = tokens.size;
      tokens.set(text, token);
    }
    sequence[line - from] = token;
    start = end;
  }
  return sequence;
}
