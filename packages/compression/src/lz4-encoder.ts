/**
 * Greedy LZ4 block encoder over one hash table of four-byte sequences.
 *
 * End conditions of the format: the last five bytes are literals and the last match starts at least twelve bytes
 * before the end, so blocks under thirteen bytes are literals only.
 */

const hashBits = 14;
const lastLiterals = 5;
const matchFindLimit = 12;
const minimumMatch = 4;
const maximumOffset = 65_535;
/** Misses before the search takes longer steps, as a power of two. */
const skipTrigger = 6;

/** Position + base of the last sequence with each hash. Entries below the base of a block are of earlier blocks. */
const table = new Int32Array(1 << hashBits);
let base = 1;

/**
 * Encodes `source` as one LZ4 block.
 *
 * @param source at most 2^30 bytes.
 * @returns the bytes written to `target`, or -1 where the block does not fit in it.
 * @see LZ4 block format description
 */
export function compressBlock(source: Uint8Array, target: Uint8Array): number {
  const length = source.length;
  if (base > 0x7fff_ffff - length) {
    table.fill(0);
    base = 1;
  }
  const start = base;
  base += length;

  const searchEnd = length - matchFindLimit;
  const matchEnd = length - lastLiterals;
  let anchor = 0;
  let at = 0;
  let t = 0;

  while (at <= searchEnd) {
    let match = -1;
    for (let misses = 1 << skipTrigger; at <= searchEnd; at += misses++ >> skipTrigger) {
      const sequence = source[at] | (source[at + 1] << 8) | (source[at + 2] << 16) | (source[at + 3] << 24);
      const hash = Math.imul(sequence, 0x9e3779b1) >>> (32 - hashBits);
      const candidate = table[hash] - start;
      table[hash] = at + start;
      if (
        candidate >= 0 &&
        at - candidate <= maximumOffset &&
        (source[candidate] |
          (source[candidate + 1] << 8) |
          (source[candidate + 2] << 16) |
          (source[candidate + 3] << 24)) ===
          sequence
      ) {
        match = candidate;
        break;
      }
    }
    if (match < 0) break;

    while (at > anchor && match > 0 && source[at - 1] === source[match - 1]) {
      at--;
      match--;
    }
    const literals = at - anchor;
    const offset = at - match;
    let end = at + minimumMatch;
    for (let from = match + minimumMatch; end < matchEnd && source[end] === source[from]; from++) end++;

    t = writeSequence(source, anchor, literals, target, t, offset, end - at - minimumMatch);
    if (t < 0) return -1;
    at = anchor = end;
    if (at <= searchEnd) {
      const p = at - 2;
      const sequence = source[p] | (source[p + 1] << 8) | (source[p + 2] << 16) | (source[p + 3] << 24);
      table[Math.imul(sequence, 0x9e3779b1) >>> (32 - hashBits)] = p + start;
    }
  }
  return writeSequence(source, anchor, length - anchor, target, t, 0, 0);
}

/** Writes literals and, unless `offset` is 0, a match of `extra` + 4 bytes; returns the position after it or -1. */
function writeSequence(
  source: Uint8Array,
  anchor: number,
  literals: number,
  target: Uint8Array,
  t: number,
  offset: number,
  extra: number,
): number {
  // Token, offset, both lengths at their longest.
  if (t + 5 + literals + Math.floor(literals / 255) + Math.floor(extra / 255) > target.length) {
    const exact = 1 + lengthBytes(literals) + literals + (offset === 0 ? 0 : 2 + lengthBytes(extra));
    if (t + exact > target.length) return -1;
  }
  target[t++] = (Math.min(literals, 15) << 4) | (offset === 0 ? 0 : Math.min(extra, 15));
  t = writeLength(target, t, literals);
  if (literals > 32) {
    target.set(source.subarray(anchor, anchor + literals), t);
    t += literals;
  } else {
    for (const end = anchor + literals; anchor < end;) target[t++] = source[anchor++];
  }
  if (offset === 0) return t;
  target[t++] = offset & 0xff;
  target[t++] = offset >> 8;
  return writeLength(target, t, extra);
}

function lengthBytes(length: number): number {
  return length < 15 ? 0 : 1 + Math.floor((length - 15) / 255);
}

function writeLength(target: Uint8Array, t: number, length: number): number {
  if (length < 15) return t;
  let rest = length - 15;
  for (; rest >= 255; rest -= 255) target[t++] = 255;
  target[t++] = rest;
  return t;
}
