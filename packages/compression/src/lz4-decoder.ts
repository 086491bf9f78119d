/** From this length on, calls that copy a range beat a loop over its bytes. */
const longCopy = 48;

/**
 * Decodes one LZ4 block into `target`, never beyond its end.
 *
 * @returns the bytes written, or -1 where the block is malformed or decodes to more than `target` holds.
 * @see LZ4 block format description
 */
export function decompressBlock(source: Uint8Array, target: Uint8Array): number {
  const sourceEnd = source.length;
  const targetEnd = target.length;
  let s = 0;
  let t = 0;
  while (s < sourceEnd) {
    const token = source[s++];

    let literals = token >> 4;
    if (literals === 15) {
      let more = 255;
      while (more === 255) {
        if (s >= sourceEnd) return -1;
        more = source[s++];
        literals += more;
      }
    }
    if (literals > sourceEnd - s || literals > targetEnd - t) return -1;
    if (literals >= longCopy) {
      target.set(source.subarray(s, s + literals), t);
      s += literals;
      t += literals;
    } else {
      for (const end = s + literals; s < end;) target[t++] = source[s++];
    }
    if (s === sourceEnd) return t;

    if (sourceEnd - s < 2) return -1;
    const offset = source[s] | (source[s + 1] << 8);
    s += 2;
    let from = t - offset;
    if (offset === 0 || from < 0) return -1;
    let length = (token & 15) + 4;
    if (length === 19) {
      let more = 255;
      while (more === 255) {
        if (s >= sourceEnd) return -1;
        more = source[s++];
        length += more;
      }
    }
    if (length > targetEnd - t) return -1;
    const end = t + length;
    if (length < longCopy) {
      while (t < end) target[t++] = target[from++];
    } else if (offset === 1) {
      target.fill(target[from], t, end);
      t = end;
    } else {
      // An overlapping match repeats: each round copies all that is there of it, doubling the period.
      while (t < end) {
        const piece = Math.min(t - from, end - t);
        target.copyWithin(t, from, from + piece);
        t += piece;
      }
    }
  }
  // A block ends with literals, at least an empty run of them.
  return -1;
}
