import { equalBytes } from '@revstore/bytes';
import { CopyList, type Delta } from './copy-list.js';
import { windowSize } from './window.js';

/** Bytes of a block, the unit that is looked up. */
const blockSize = 24;

/** The table knows the blocks of the source view that start at every 16th position. */
const strideShift = 4;
const stride = 1 << strideShift;

/**
 * A common start or end of the views is copied from this length on, as there is at most one instruction more. Other copies of the
 * source view have a block's length at least: shorter ones save nothing once the sections are compressed.
 */
const shortestCommonEnd = 8;

/** Shorter copies within the target view are left to the codec, which finds them at no more cost. */
const shortestTargetCopy = 64;

/** Most bytes that are taken for replaced, not inserted, when what follows a copy is looked for. */
const longestReplacement = 16;

/** Most bytes of earlier copies that a longer copy takes over; bounds the work where copies follow closely. */
const longestTakeover = 512;

/** After so many bytes without a copy not each position is looked up. */
const patienceShift = 9;
/** Steps are odd, so that the positions looked up meet the known blocks in every alignment. */
const longestStep = 7;

/**
 * The source view from 0 on, and the target view from the next multiple of the stride on. They are copied into one
 * array that never moves, as the compiler then knows its address and length. All positions below are positions in it.
 * Words may be read a little beyond the target view.
 */
const bytes = new Uint8Array(2 * windowSize + 64);
const words = new DataView(bytes.buffer);

/**
 * The block that has a hash: its position divided by the stride in the low bits, else bits of the hash; 0 where there
 * is none. There is no second choice, so that a look-up costs the same whatever the views hold.
 */
const table = new Int32Array(1 << 15);
const numberBits = 14;
const tagMask = -1 << numberBits;

/** The search under way: its views, the first target position behind the last copy, and the copies. */
let sourceEnd = 0;
let targetStart = 0;
let targetEnd = 0;
let pending = 0;
/** From the last source copy to the place in the target view. */
let distance = 0;
const copies = new CopyList(Math.ceil(windowSize / blockSize) + 2);

/**
 * Finds what a target view has in common with a source view, and with itself.
 *
 * Takes time in proportion to the length of the views, whatever they hold.
 *
 * @param source at most `windowSize` bytes.
 * @param target at most `windowSize` bytes.
 * @returns the sections of a window from `source` to `target`: new arrays, except that the new data is `target` itself
 * where there is no copy.
 * @throws TypeError on longer views.
 */
export function findDelta(source: Uint8Array, target: Uint8Array): Delta {
  if (source.length > windowSize || target.length > windowSize)
    throw new TypeError(
      `views of at most ${windowSize} bytes wanted, not ${source.length}, ${target.length}`,
    );
  sourceEnd = source.length;
  targetStart = (sourceEnd + stride - 1) & -stride;
  targetEnd = targetStart + target.length;
  pending = targetStart;
  distance = targetStart;
  copies.clear();
  if (target.length > 0 && equalBytes(source, target)) addCopy(0, targetStart, target.length);
  else search(source, target);
  return copies.delta(target, targetStart);
}

function search(source: Uint8Array, target: Uint8Array): void {
  bytes.set(source);
  bytes.set(target, targetStart);
  const start = matchLength(0, targetStart, Math.min(source.length, target.length));
  if (start >= shortestCommonEnd) addCopy(0, targetStart, start);
  copyBehindReplacements();
  let end = matchLengthBefore(sourceEnd, targetEnd, Math.min(sourceEnd, targetEnd - pending));
  if (end < shortestCommonEnd) end = 0;
  if (targetEnd - end - pending >= blockSize) searchBlocks(targetEnd - end);
  // A copy may have gone on into the common end.
  end = Math.min(end, targetEnd - pending);
  if (end >= shortestCommonEnd) addCopy(sourceEnd - end, targetEnd - end, end);
}

/** Looks up the blocks that start from `pending` on and end at or before `end`. */
function searchBlocks(end: number): void {
  const mask = fillTable();
  const last = end - blockSize;
  let searched = pending;
  let at = searched;
  while (at <= last) {
    const hash = hashOfBlock(at);
    const slot = slotOf(hash, mask);
    const entry = table[slot];
    if (entry === 0) {
      if ((at & (stride - 1)) === 0) table[slot] = (hash & tagMask) | (at >> strideShift);
    } else if (((entry ^ hash) & tagMask) === 0) {
      const block = (entry & ~tagMask) << strideShift;
      if (equalBlocks(block, at) && takeCopy(block, at)) {
        at = searched = pending;
        continue;
      }
    }
    const step = (at - searched) >> patienceShift;
    at += step < longestStep ? step | 1 : longestStep;
  }
}

/** Puts the blocks of the source view into the table; returns the mask of slots. */
function fillTable(): number {
  const blocks = targetEnd >> strideShift;
  const size = Math.min(table.length, 4 << (32 - Math.clz32(blocks)));
  table.fill(0, 0, size);
  const mask = size - 1;
  // Backwards, as of equal blocks the first one can be copied on for the longest.
  for (let at = (sourceEnd - blockSize) & -stride; at >= 0; at -= stride) {
    const hash = hashOfBlock(at);
    table[slotOf(hash, mask)] = (hash & tagMask) | (at >> strideShift);
  }
  return mask;
}

/**
 * Copies the longest of what is known to start like the block at `at`, extended in both directions.
 *
 * @returns whether there was one that pays.
 */
function takeCopy(block: number, at: number): boolean {
  let from = block;
  let length = lengthOfCopy(block, at);
  const parallel = at - distance;
  if (parallel !== block && parallel >= 0 && parallel + blockSize <= sourceEnd && equalBlocks(parallel, at)) {
    const other = lengthOfCopy(parallel, at);
    if (other >= length) {
      from = parallel;
      length = other;
    }
  }
  // Of a run, the table knows a block of some shorter run at best.
  const previous = at - stride;
  if (previous >= targetStart && equalBlocks(previous, at)) {
    const other = lengthOfCopy(previous, at);
    if (other > length && other >= shortestTargetCopy) {
      from = previous;
      length = other;
    }
  }
  const ofSource = from < sourceEnd;
  const room = ofSource ? from : from - targetStart;
  let before = matchLengthBefore(from, at, Math.min(room, at - pending));
  if (!ofSource && length + before < shortestTargetCopy) return false;
  if (at - before === pending) {
    const limit = Math.min(room, at - targetStart, before + longestTakeover);
    const start = at - matchLengthBefore(from, at, limit);
    before = at - Math.max(start, copies.dropFrom(start, targetStart));
  }
  addCopy(from - before, at - before, length + before);
  if (ofSource) {
    distance = at - from;
    copyBehindReplacements();
  }
  return true;
}

/** Goes on with the last source copy as long as only a few bytes were replaced by as many. */
function copyBehindReplacements(): void {
  const last = sourceEnd - blockSize + distance;
  for (let at = pending + 1; at <= last && at <= pending + longestReplacement; at++) {
    const from = at - distance;
    if (words.getInt32(at, true) !== words.getInt32(from, true)) continue;
    const length = lengthOfCopy(from, at);
    if (length < blockSize) continue;
    addCopy(from, at, length);
    at = pending;
  }
}

function addCopy(from: number, to: number, length: number): void {
  copies.add(from, to, length);
  pending = to + length;
}

/** How long a copy from `from` to `at` can be without leaving the view that it copies from. */
function lengthOfCopy(from: number, at: number): number {
  return matchLength(from, at, Math.min((from < targetStart ? sourceEnd : targetEnd) - from, targetEnd - at));
}

/** How many bytes from `a` and from `b` on are equal, at most `limit`. */
function matchLength(a: number, b: number, limit: number): number {
  for (let length = 0; length < limit; length += 4) {
    const difference = words.getInt32(a + length, true) ^ words.getInt32(b + length, true);
    if (difference !== 0) return Math.min(limit, length + ((31 - Math.clz32(difference & -difference)) >> 3));
  }
  return Math.max(limit, 0);
}

/** How many bytes before `a` and before `b` are equal, at most `limit`. */
function matchLengthBefore(a: number, b: number, limit: number): number {
  let length = 0;
  while (length < limit && bytes[a - length - 1] === bytes[b - length - 1]) length++;
  return length;
}

function equalBlocks(a: number, b: number): boolean {
  return (
    words.getInt32(a, true) === words.getInt32(b, true) &&
    words.getInt32(a + 4, true) === words.getInt32(b + 4, true) &&
    words.getInt32(a + 8, true) === words.getInt32(b + 8, true) &&
    words.getInt32(a + 12, true) === words.getInt32(b + 12, true) &&
    words.getInt32(a + 16, true) === words.getInt32(b + 16, true) &&
    words.getInt32(a + 20, true) === words.getInt32(b + 20, true)
  );
}

/**
 * Takes four words spread over the block. Four independent products are faster here than a rolling sum, each step of
 * which waits for the one before.
 */
function hashOfBlock(at: number): number {
  return (
    (Math.imul(words.getInt32(at, true), 0x9e3779b1) +
      Math.imul(words.getInt32(at + 7, true), 0x85ebca77) +
      Math.imul(words.getInt32(at + 13, true), 0xc2b2ae3d) +
      Math.imul(words.getInt32(at + 20, true), 0x27d4eb2f)) |
    0
  );
}

function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}
