import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decompressBlock } from '../src/lz4-decoder.js';
import { compressBlock } from '../src/lz4-encoder.js';
import { sectionArbitrary } from './sections.js';

function encode(section: Uint8Array): Uint8Array {
  const target = new Uint8Array(section.length + Math.ceil(section.length / 255) + 16);
  return target.slice(0, compressBlock(section, target));
}

/** Sequences of a block: where its matches start and end in the text, and how many literals end it. */
function sequences(block: Uint8Array): { matches: [number, number][]; lastLiterals: number } {
  const matches: [number, number][] = [];
  let text = 0;
  for (let at = 0; ;) {
    const token = block[at++];
    const extend = (length: number): number => {
      if (length === 15) for (let more = 255; more === 255;) length += more = block[at++];
      return length;
    };
    const literals = extend(token >> 4);
    at += literals;
    text += literals;
    if (at === block.length) return { matches, lastLiterals: literals };
    at += 2;
    const length = extend(token & 15) + 4;
    matches.push([text, text + length]);
    text += length;
  }
}

describe('LZ4 blocks', () => {
  it('keep the end conditions of the format', () => {
    let withMatches = 0;
    fc.assert(
      fc.property(sectionArbitrary, (section) => {
        const { matches, lastLiterals } = sequences(encode(section));
        const last = matches.at(-1);
        if (last === undefined) return;
        withMatches++;
        expect(lastLiterals).toBeGreaterThanOrEqual(5);
        expect(last[0]).toBeLessThanOrEqual(section.length - 12);
      }),
    );
    expect(withMatches).toBeGreaterThan(10);
  });

  it('are refused by too small a target, on both sides', () => {
    fc.assert(
      fc.property(sectionArbitrary, fc.nat(50), (section, less) => {
        const block = encode(section);
        expect(compressBlock(section, new Uint8Array(block.length))).toBe(block.length);
        if (block.length > less)
          expect(compressBlock(section, new Uint8Array(block.length - 1 - less))).toBe(-1);
        if (section.length > less)
          expect(decompressBlock(block, new Uint8Array(section.length - 1 - less))).toBe(-1);
      }),
    );
  });

  it('find repeats 65,535 bytes back and none farther', () => {
    for (const [distance, found] of [
      [65_535, true],
      [65_536, false],
    ] as const) {
      const section = new Uint8Array(distance + 4000);
      for (let i = 0, x = 1; i < distance; i++)
        section[i] = (x = Math.imul(x, 1_103_515_245) + 12_345) >>> 16;
      section.copyWithin(distance, 0, 4000);
      const block = encode(section);
      expect(block.length < distance + 1000).toBe(found);
      const again = new Uint8Array(section.length);
      expect(decompressBlock(block, again)).toBe(section.length);
      expect(Buffer.compare(again, section)).toBe(0);
    }
  });

  it('stay right when the table of positions starts over', () => {
    const section = new Uint8Array(1 << 22).fill(1);
    const again = new Uint8Array(section.length);
    const target = new Uint8Array(1 << 16);
    let block = new Uint8Array(0);
    for (let total = 0; total <= 2 ** 31; total += section.length)
      block = target.subarray(0, compressBlock(section, target));
    expect(decompressBlock(block, again)).toBe(section.length);
    expect(Buffer.compare(again, section)).toBe(0);
  }, 120_000);
});
