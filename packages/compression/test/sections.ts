import fc from 'fast-check';
import { loadProvider } from '../src/index.js';

/** Both providers, under their names. */
export const providers = [loadProvider('native'), loadProvider('portable')] as const;

export function noise(length: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0, x = seed; i < length; i++) {
    x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = x >>> 24;
  }
  return bytes;
}

export function words(length: number): Uint8Array {
  const vocabulary = ['revision ', 'node ', 'the ', 'of ', 'a\n', 'tree ', 'property ', '0123456789'];
  const order = noise(length);
  let text = '';
  for (let i = 0; text.length < length; i++) text += vocabulary[order[i] & 7];
  return new Uint8Array(Buffer.from(text.slice(0, length)));
}

/** Bytes with repeats at all distances: pieces of noise, runs, and copies of what is already there. */
export const sectionArbitrary = fc
  .array(
    fc.oneof(
      fc.record({ kind: fc.constant('noise' as const), length: fc.nat(200), seed: fc.nat() }),
      fc.record({ kind: fc.constant('run' as const), length: fc.nat(3000), seed: fc.nat() }),
      fc.record({ kind: fc.constant('copy' as const), length: fc.nat(2000), seed: fc.nat() }),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => {
    const parts: number[] = [];
    for (const { kind, length, seed } of pieces) {
      const start = parts.length === 0 ? 0 : seed % parts.length;
      const fresh = kind === 'noise' ? noise(length, seed) : undefined;
      for (let i = 0; i < length; i++)
        parts.push(fresh ? fresh[i] : kind === 'run' ? seed & 0xff : (parts[start + i] ?? 0));
    }
    return Uint8Array.from(parts);
  });
