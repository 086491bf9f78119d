import { equalBytes } from '@revstore/bytes';
import { loadProvider } from '@revstore/compression';
import { RevstoreError } from '@revstore/errors';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Window, WindowBuilder } from '../src/index.js';

export const native = loadProvider('native');
export const portable = loadProvider('portable');

/** Codecs of both providers with a provider to decode what each makes. */
export const crossings = [native, portable].flatMap((writer) =>
  [native, portable].flatMap((reader) =>
    (['none', 'zlib', 'lz4'] as const).map((name) => ({
      name: `${name}, ${writer.name} to ${reader.name}`,
      codec: writer[name],
      version: writer[name].svndiffVersion,
      reader,
    })),
  ),
);

/** A simple text whose parts differ, so that wrong offsets show. */
export function text(length: number, seed = 0): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 7 + seed + ((i * i) >> 5)) & 0xff);
}

type Step = { kind: 'source' | 'target' | 'data'; a: number; b: number };
const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('source', 'target', 'data'),
  a: fc.nat(),
  b: fc.oneof(fc.nat(8), fc.nat(300)),
});

/** A valid window over a source view of `sourceLength` bytes, and its target view built byte by byte. */
export function windowArbitrary(source: Uint8Array): fc.Arbitrary<{ window: Window; target: Uint8Array }> {
  return fc.array(stepArbitrary, { maxLength: 25 }).map((steps) => {
    const builder = new WindowBuilder();
    const target: number[] = [];
    for (const { kind, a, b } of steps) {
      if (kind === 'source' && source.length > 0) {
        const offset = a % source.length;
        const length = 1 + (b % (source.length - offset));
        builder.copySource(offset, length);
        for (let i = 0; i < length; i++) target.push(source[offset + i]);
      } else if (kind === 'target' && target.length > 0) {
        const offset = a % target.length;
        builder.copyTarget(offset, b + 1);
        for (let i = 0; i <= b; i++) target.push(target[offset + i]);
      } else {
        const data = text(b, a);
        builder.insert(data);
        target.push(...data);
      }
    }
    return { window: builder.finish(0, source.length), target: Uint8Array.from(target) };
  });
}

/** Equality of windows; comparing large arrays element by element would take vitest seconds. */
export function expectSame(actual: Window, expected: Window): void {
  const { instructions, newData, ...numbers } = expected;
  expect(actual).toMatchObject(numbers);
  expect(equalBytes(actual.instructions, instructions)).toBe(true);
  expect(equalBytes(actual.newData, newData)).toBe(true);
}

export function errorOf(run: () => unknown): RevstoreError {
  try {
    run();
  } catch (error) {
    if (error instanceof RevstoreError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
