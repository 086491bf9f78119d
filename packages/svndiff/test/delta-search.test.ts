import { equalBytes, utf8Bytes } from '@revstore/bytes';
import { incompressibleBytes, sourceText } from '@revstore/testkit/trees';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyWindow,
  copyFrom,
  findDelta,
  InstructionReader,
  verifyInstructions,
  type Window,
  windowSize,
} from '../src/index.js';
import { textPairs } from './text-pairs.js';

/** The window of a delta that was checked: its instructions are valid, and they make `target`. */
function checkedWindow(source: Uint8Array, target: Uint8Array): Window {
  const delta = findDelta(source, target);
  const window = { sourceOffset: 0, sourceLength: source.length, targetLength: target.length, ...delta };
  verifyInstructions(window);
  expect(equalBytes(applyWindow(window, source), target)).toBe(true);
  // The length of one instruction that inserts a whole window.
  expect(window.instructions.length + window.newData.length).toBeLessThanOrEqual(target.length + 4);
  return window;
}

function instructionsOf(window: Window): [selector: number, offset: number, length: number][] {
  const found: [number, number, number][] = [];
  for (const reader = new InstructionReader(window); reader.next();)
    found.push([reader.selector, reader.offset, reader.length]);
  return found;
}

function join(...parts: Uint8Array[]): Buffer {
  return Buffer.concat(parts);
}

const { source, target, newData } = copyFrom;

describe('laws', () => {
  const fewBytes = fc.uint8Array({ max: 2, maxLength: 600 });
  const texts = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fewBytes,
    fc.tuple(fc.nat(1000), fc.nat(6000)).map(([seed, length]) => sourceText(seed, length)),
    fc.tuple(fc.nat(1000), fc.nat(6000)).map(([seed, length]) => incompressibleBytes(seed, length)),
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 70 }), fc.nat(8000))
      .map(([pattern, length]) => new Uint8Array(Buffer.alloc(length, pattern))),
  );
  const edit = fc.record({
    kind: fc.constantFrom('insert', 'delete', 'replace', 'move', 'duplicate'),
    at: fc.nat(),
    length: fc.oneof(fc.nat(20), fc.nat(400)),
    to: fc.nat(),
    bytes: fc.uint8Array({ maxLength: 60 }),
  });

  function applyEdit(
    text: Uint8Array,
    { kind, at, length, to, bytes }: typeof edit extends fc.Arbitrary<infer E> ? E : never,
  ): Uint8Array {
    const start = at % (text.length + 1);
    const before = text.subarray(0, start);
    const range = text.subarray(start, start + length);
    const after = text.subarray(start + range.length);
    if (kind === 'insert') return join(before, bytes, range, after);
    if (kind === 'replace') return join(before, bytes, after);
    const rest = kind === 'duplicate' ? text : join(before, after);
    if (kind === 'delete') return rest;
    const place = to % (rest.length + 1);
    return join(rest.subarray(0, place), range, rest.subarray(place));
  }

  it('any text becomes any other', () => {
    fc.assert(
      fc.property(texts, texts, (from, to) => void checkedWindow(from, to)),
      { numRuns: 300 },
    );
  });

  it('an edited text is made of the text', () => {
    fc.assert(
      fc.property(texts, fc.array(edit, { maxLength: 12 }), (from, edits) => {
        checkedWindow(from, edits.reduce(applyEdit, from));
      }),
      { numRuns: 400 },
    );
  });

  it('parts of one text, by any offsets and lengths, become each other', () => {
    const text = join(
      sourceText(1, 60_000),
      Buffer.alloc(30_000),
      sourceText(1, 60_000),
      incompressibleBytes(1, 9000),
    );
    const part = fc
      .tuple(fc.nat(text.length), fc.nat(windowSize))
      .map(([at, length]) => text.subarray(at, at + length));
    fc.assert(
      fc.property(part, part, (from, to) => void checkedWindow(from, to)),
      { numRuns: 100 },
    );
  });

  it('what was searched before makes no difference', () => {
    fc.assert(
      fc.property(texts, texts, texts, (from, to, other) => {
        const first = findDelta(from, to);
        findDelta(to, other);
        findDelta(sourceText(2, windowSize), from);
        expect(findDelta(from, to)).toEqual(first);
      }),
      { numRuns: 50 },
    );
  });

  it('whole windows of every kind of text become each other', () => {
    for (const { old, next } of textPairs())
      for (let at = 0; at < next.length; at += windowSize)
        checkedWindow(old.subarray(at, at + windowSize), next.subarray(at, at + windowSize));
  });
});

describe('a delta', () => {
  const text = sourceText(5, 20_000);
  const noise = incompressibleBytes(5, 20_000);

  it('of equal views is one copy', () => {
    const window = checkedWindow(text, Buffer.from(text));
    expect(instructionsOf(window)).toEqual([[source, 0, text.length]]);
    expect(window.newData.length).toBe(0);
  });

  it('of an empty target is empty', () => {
    for (const from of [text, new Uint8Array(0)])
      expect(findDelta(from, new Uint8Array(0))).toEqual({
        instructions: new Uint8Array(0),
        newData: new Uint8Array(0),
      });
  });

  it('of views that share nothing is the target itself', () => {
    const window = checkedWindow(noise, text);
    expect(instructionsOf(window)).toEqual([[newData, 0, text.length]]);
    expect(window.newData).toBe(text);
  });

  it('keeps what is before and behind a change', () => {
    const next = join(noise.subarray(0, 7000), utf8Bytes('new'), noise.subarray(7100));
    expect(instructionsOf(checkedWindow(noise, next))).toEqual([
      [source, 0, 7000],
      [newData, 0, 3],
      [source, 7100, 12_900],
    ]);
  });

  it('finds a text that is shifted', () => {
    const next = join(utf8Bytes('put before'), noise.subarray(0, 19_990));
    expect(instructionsOf(checkedWindow(noise, next))).toEqual([
      [newData, 0, 10],
      [source, 0, 19_990],
    ]);
  });

  it('finds ranges that changed places', () => {
    const next = join(noise.subarray(9001), noise.subarray(0, 9001));
    expect(instructionsOf(checkedWindow(noise, next))).toEqual([
      [source, 9001, 10_999],
      [source, 0, 9001],
    ]);
  });

  it('goes on behind bytes that were replaced, with parts too short for a known block', () => {
    const next = Buffer.from(noise);
    for (let at = 1000; at < 19_000; at += 30) next[at] ^= 1;
    const window = checkedWindow(noise, next);
    // The 600 bytes that differ, and a little around some of them.
    expect(window.newData.length).toBeGreaterThanOrEqual(600);
    expect(window.newData.length).toBeLessThan(800);
  });

  it('copies runs and repeated ranges within the target', () => {
    const next = join(
      noise.subarray(0, 100),
      Buffer.alloc(5000, 'ab'),
      text.subarray(0, 640),
      text.subarray(0, 640),
    );
    const window = checkedWindow(noise, next);
    expect(instructionsOf(window).filter(([selector]) => selector === target).length).toBe(2);
    expect(window.newData.length).toBeLessThan(740);
  });

  it('takes the one long copy instead of the short ones that it covers', () => {
    const line = noise.subarray(3000, 3100);
    const from = join(line.subarray(0, 30), noise.subarray(0, 50), line, noise.subarray(200, 400));
    const next = join(utf8Bytes('x'), line, noise.subarray(200, 400));
    expect(instructionsOf(checkedWindow(from, next))).toEqual([
      [newData, 0, 1],
      [source, 80, 300],
    ]);
  });

  it('is refused of views beyond a window', () => {
    const large = new Uint8Array(windowSize + 1);
    expect(() => findDelta(large, text)).toThrow(TypeError);
    expect(() => findDelta(text, large)).toThrow(TypeError);
  });
});
