import { incompressibleBytes, type Random, random, sourceText } from '@revstore/testkit/trees';

/** An old and a new text. */
export interface TextPair {
  readonly name: string;
  readonly old: Uint8Array;
  readonly next: Uint8Array;
}

const size = 250_000;

/** The text with `insert(random)` in place of `drop` bytes at about every `step` bytes. */
function edited(text: Uint8Array, step: number, drop: number, insert: (source: Random) => string): Buffer {
  const source = random(step + drop);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + 1 + source.below(2 * step);
    parts.push(text.subarray(at, end), Buffer.from(insert(source)));
    at = end + drop;
  }
  return Buffer.concat(parts);
}

function moved(text: Uint8Array): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < text.length; at += 5000)
    parts.push(
      text.subarray(at + 700, at + 3000),
      text.subarray(at, at + 700),
      text.subarray(at + 3000, at + 5000),
    );
  return Buffer.concat(parts);
}

function log(seed: number, lines: number): Buffer {
  const { below } = random(seed);
  const line = (_: unknown, i: number): string =>
    `2024-05-${10 + below(20)} 12:${10 + below(50)} INFO worker-${below(9)} request ${below(1e9)} took ${i % 997} ms\n`;
  return Buffer.from(Array.from({ length: lines }, line).join(''));
}

function table(seed: number, changed: number): Buffer {
  const { below } = random(seed);
  const edits = random(seed + 1);
  const row = (_: unknown, i: number): string => {
    const cells = Array.from({ length: 8 }, () => below(100_000));
    if (changed > 0 && edits.below(changed) === 0) cells[edits.below(8)] = edits.below(100_000);
    return `${i},${cells.join(',')}\n`;
  };
  return Buffer.from(Array.from({ length: 5000 }, row).join(''));
}

function archive(grown: boolean): Buffer {
  return Buffer.concat(
    Array.from({ length: 20 }, (_, i) => {
      const member = i % 2 === 0 ? sourceText(i, 9000 + 150 * i) : incompressibleBytes(i, 8000 + 90 * i);
      const contents = grown && i % 5 === 0 ? Buffer.concat([member, sourceText(50 + i, 600)]) : member;
      return Buffer.concat([
        Buffer.alloc(512, `member ${i}\0`),
        contents,
        Buffer.alloc(-contents.length & 511),
      ]);
    }),
  );
}

/** Program-like words, of which those that change are larger by the same. */
function addresses(shift: number): Buffer {
  const { below } = random(77);
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 4)
    bytes.writeUInt32LE(below(12) === 0 ? 0x40_0000 + 8 * below(9000) + shift : below(4096) << below(16), at);
  return bytes;
}

/** Pairs of several windows each, the same in every run. */
export function textPairs(): TextPair[] {
  const code = sourceText(1, size);
  const noise = incompressibleBytes(2, size);
  const word = (source: Random): string => ` word_${source.below(1000)}`;
  return [
    { name: 'code with edits', old: code, next: edited(code, 800, 9, word) },
    { name: 'code with many edits', old: code, next: edited(code, 90, 6, word) },
    { name: 'code with a byte more each 5 KB', old: code, next: edited(code, 5000, 0, () => 'x') },
    { name: 'code behind a new start', old: code, next: Buffer.concat([sourceText(3, 400), code]) },
    { name: 'code with blocks moved', old: code, next: moved(code) },
    { name: 'other code', old: code, next: sourceText(4, size) },
    { name: 'a log that grew', old: log(5, 3000), next: log(5, 4500) },
    { name: 'another log', old: log(6, 4000), next: log(7, 4000) },
    { name: 'a table with numbers changed', old: table(8, 0), next: table(8, 3) },
    { name: 'an archive with larger members', old: archive(false), next: archive(true) },
    { name: 'addresses', old: addresses(0), next: addresses(64) },
    { name: 'noise with edits', old: noise, next: edited(noise, 2000, 3, word) },
    { name: 'other noise', old: noise, next: incompressibleBytes(9, size) },
    { name: 'more zeros', old: Buffer.alloc(150_001), next: Buffer.alloc(160_000) },
    { name: 'a short text', old: Buffer.from('one\ntwo\nthree\n'), next: Buffer.from('one\n2\nthree\n') },
  ];
}
