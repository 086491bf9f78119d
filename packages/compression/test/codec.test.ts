import { RevstoreError } from '@revstore/errors';
import fc from 'fast-check';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { asyncThreshold, loadProvider, zlibMinimumLength } from '../src/index.js';
import { noise, providers, sectionArbitrary, words } from './sections.js';

const pairs = providers.flatMap((writer) => providers.map((reader) => ({ writer, reader })));
const codecNames = ['none', 'zlib', 'lz4'] as const;

async function errorOf(run: () => unknown): Promise<RevstoreError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof RevstoreError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe.each(pairs)('$writer.name to $reader.name', ({ writer, reader }) => {
  it.each(codecNames)('%s brings any section back', (name) => {
    fc.assert(
      fc.property(sectionArbitrary, fc.nat(9), (section, level) => {
        const stored = writer[name].encode(section, level);
        expect(stored === section || stored.length < section.length).toBe(true);
        const again = reader[name].decode(stored, section.length);
        expect(Buffer.compare(again, section)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it.each(codecNames)('%s brings every short length back', (name) => {
    for (let length = 0; length <= 70; length++)
      for (const section of [noise(length), new Uint8Array(length).fill(7), words(length)])
        expect(Buffer.compare(reader[name].decode(writer[name].encode(section, 6), length), section)).toBe(0);
  });

  it.each(codecNames)('%s works asynchronously below and above the threshold', async (name) => {
    for (const length of [0, 1, asyncThreshold - 1, asyncThreshold, 102_400])
      for (const section of [words(length), noise(length)]) {
        const stored = await writer[name].encodeAsync(section, 5);
        expect(Buffer.compare(stored, writer[name].encode(section, 5))).toBe(0);
        expect(Buffer.compare(await reader[name].decodeAsync(stored, length), section)).toBe(0);
      }
  });
});

describe.each(providers)('$name', (provider) => {
  it('compresses text and stores noise raw', () => {
    const text = words(102_400);
    const random = noise(102_400);
    for (const codec of [provider.zlib, provider.lz4]) {
      expect(codec.encode(text, 5).length).toBeLessThan(text.length * 0.6);
      expect(codec.encode(random, 5)).toBe(random);
      expect(codec.decode(random, random.length)).toBe(random);
    }
    expect(provider.none.encode(text, 5)).toBe(text);
  });

  it('leaves short sections raw with zlib only', () => {
    const short = new Uint8Array(zlibMinimumLength - 1);
    const enough = new Uint8Array(zlibMinimumLength);
    expect(provider.zlib.encode(short, 9)).toBe(short);
    expect(provider.zlib.encode(enough, 9).length).toBeLessThan(20);
    expect(provider.zlib.encode(enough, 0)).toBe(enough);
    expect(provider.lz4.encode(short, 0).length).toBeLessThan(20);
    expect(provider.zlib.decode(deflateSync(short), short.length)).toEqual(short);
  });

  it('names its versions', () => {
    for (const version of [0, 1, 2] as const)
      expect(provider.forVersion(version).svndiffVersion).toBe(version);
    expect(codecNames.map((name) => provider[name].name)).toEqual(codecNames);
  });

  it('refuses a level that there is not', () => {
    for (const level of [-1, 10, 1.5, NaN])
      expect(() => provider.zlib.encode(words(600), level)).toThrow(TypeError);
  });

  it.each([100, 40_000])('finds a wrong original length, section of %i bytes', async (length) => {
    const section = new Uint8Array(length).fill(65);
    const zlib = deflateSync(section);
    const lz4 = loadProvider('native').lz4.encode(section, 0);
    for (const [codec, stored] of [
      [provider.zlib, zlib],
      [provider.lz4, lz4],
    ] as const)
      for (const wrong of [length + 1, length - 1, length + 700, 0, 1, 2 ** 40]) {
        for (const run of [() => codec.decode(stored, wrong), () => codec.decodeAsync(stored, wrong)])
          expect((await errorOf(run)).kind).toBe('corrupt');
      }
    expect((await errorOf(() => provider.none.decode(section, length + 1))).svnCode).toBe(185005);
    expect((await errorOf(() => provider.lz4.decode(lz4, length + 1))).svnCode).toBe(185005);
    expect((await errorOf(() => provider.zlib.decode(zlib, length + 1))).svnCode).toBe(185005);
  });

  it('refuses truncated and foreign zlib streams', async () => {
    const section = words(60_000);
    const stored = deflateSync(section);
    for (const bad of [
      stored.subarray(0, -1),
      stored.subarray(0, 100),
      gzipSync(section),
      stored.subarray(1),
    ])
      for (const run of [
        () => provider.zlib.decode(bad, section.length),
        () => provider.zlib.decodeAsync(bad, section.length),
      ])
        expect((await errorOf(run)).svnCode).toBe(140001);
  });

  it.each([
    ['nothing', []],
    ['a match without an offset', [0x10, 65, 1]],
    ['an offset of zero', [0x10, 65, 0, 0, 0]],
    ['an offset before the start', [0x10, 65, 2, 0, 0]],
    ['literals beyond the end', [0x50, 65, 66]],
    ['no last literals', [0x1f, 65, 1, 0, 4]],
    ['a literal length without end', [0xf0, 255, 255]],
  ])('refuses an LZ4 block with %s', async (_, block) => {
    const error = await errorOf(() => provider.lz4.decode(Uint8Array.from(block), 200));
    expect(error.kind).toBe('corrupt');
  });

  it('returns exactly the length asked or throws, on any bytes', async () => {
    const whole = { zlib: deflateSync(words(300)), lz4: loadProvider('native').lz4.encode(words(300), 0) };
    let failures = 0;
    for (const name of ['zlib', 'lz4'] as const) {
      const damaged = fc
        .tuple(fc.nat(whole[name].length - 1), fc.nat(255))
        .map(([at, byte]) => Uint8Array.from(whole[name], (old, i) => (i === at ? byte : old)));
      fc.assert(
        fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 40 })), fc.nat(400), (stored, length) => {
          try {
            expect(provider[name].decode(stored, length).length).toBe(length);
          } catch (error) {
            expect(error).toBeInstanceOf(RevstoreError);
            failures++;
          }
        }),
        { numRuns: 300 },
      );
    }
    expect(failures).toBeGreaterThan(0);
  });
});

describe('loadProvider', () => {
  it('gives one object per name, the native one by default', () => {
    expect(loadProvider().name).toBe('native');
    expect(loadProvider()).toBe(loadProvider('native'));
    expect(loadProvider('portable')).toBe(providers[1]);
  });
});
