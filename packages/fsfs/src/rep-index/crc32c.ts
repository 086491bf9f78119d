/** Tables for eight bytes at a time: `tables[k][b]` is the sum of byte `b` with `k` zero bytes behind it. */
const tables: readonly Uint32Array[] = (() => {
  const first = new Uint32Array(256);
  for (let b = 0; b < 256; b++) {
    let sum = b;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
    first[b] = sum;
  }
  const all = [first];
  for (let k = 1; k < 8; k++)
    all.push(Uint32Array.from(all[k - 1], (sum) => first[sum & 0xff] ^ (sum >>> 8)));
  return all;
})();
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables;

/** CRC-32C of bytes `start` to `end` (exclusive). @see RFC 3720 appendix B.4 */
export function crc32c(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0xffffffff;
  let i = start;
  for (; i + 8 <= end; i += 8)
    sum =
      t7[(sum ^ bytes[i]) & 0xff] ^
      t6[((sum >>> 8) ^ bytes[i + 1]) & 0xff] ^
      t5[((sum >>> 16) ^ bytes[i + 2]) & 0xff] ^
      t4[(sum >>> 24) ^ bytes[i + 3]] ^
      t3[bytes[i + 4]] ^
      t2[bytes[i + 5]] ^
      t1[bytes[i + 6]] ^
      t0[bytes[i + 7]];
  for (; i < end; i++) sum = t0[(sum ^ bytes[i]) & 0xff] ^ (sum >>> 8);
  return ~sum >>> 0;
}
