import fc from 'fast-check';

/** Texts of some words, the more interesting the denser they stand. */
export function textOf(words: readonly string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((list) => list.join(''));
}

/** Sizes at which to cut a source. */
export const pieces = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 20 });

interface Translating {
  update(chunk: Uint8Array): Uint8Array;
  finish(): Uint8Array;
}

/** Translates `source` cut at the sizes given, again and again, and one byte at a time where all are 0. */
export function inPieces(source: Uint8Array, sizes: readonly number[], translator: Translating): Buffer {
  const out: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; at < source.length; i++) {
    const size = Math.max(i >= sizes.length ? 1 : 0, sizes[i % sizes.length] ?? 0);
    // A copy, so that a translator that keeps a view of its chunk is found out.
    const chunk = Buffer.from(source.subarray(at, at + size));
    out.push(Buffer.from(translator.update(chunk)));
    chunk.fill(0);
    at += size;
  }
  out.push(translator.finish());
  return Buffer.concat(out);
}
