import { equalBytes, utf8Bytes, utf8Text } from '@revstore/bytes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyWindow,
  composeWindows,
  maximumInstructionsLength,
  verifyInstructions,
  type Window,
  WindowBuilder,
  windowSize,
} from '../src/index.js';
import { errorOf, text, windowArbitrary } from './windows.js';

const empty = new Uint8Array(0);

function windowOf(instructions: number[], sourceLength: number, targetLength: number, data = ''): Window {
  return {
    sourceOffset: 0,
    sourceLength,
    targetLength,
    instructions: Uint8Array.from(instructions),
    newData: utf8Bytes(data),
  };
}

describe('applyWindow', () => {
  it('makes what the instructions say', () => {
    const source = text(500);
    fc.assert(
      fc.property(windowArbitrary(source), ({ window, target }) => {
        expect(applyWindow(window, source)).toEqual(target);
        const room = new Uint8Array(target.length + 3).fill(99);
        const written = applyWindow(window, source, room);
        expect(written.buffer).toBe(room.buffer);
        expect(written).toEqual(target);
        expect(room.subarray(target.length)).toEqual(Uint8Array.of(99, 99, 99));
      }),
    );
  });

  it('repeats a target copy that reaches into itself, at all lengths', () => {
    for (let period = 1; period <= 60; period++)
      for (const length of [1, 7, 47, 48, 49, 200]) {
        const builder = new WindowBuilder();
        builder.insert(text(period));
        builder.copyTarget(0, length);
        const target = applyWindow(builder.finish(0, 0), empty);
        expect(target).toEqual(
          Uint8Array.from({ length: period + length }, (_, i) => text(period)[i % period]),
        );
      }
  });

  it('gives new data itself where that is all, unless a target is given', () => {
    const window = windowOf([0x83], 0, 3, 'abc');
    expect(applyWindow(window, empty)).toBe(window.newData);
    const target = new Uint8Array(3);
    expect(applyWindow(window, empty, target)).toBe(target);
    expect(utf8Text(target)).toBe('abc');
  });

  it('makes an empty view of an empty window', () => {
    expect(applyWindow(windowOf([], 0, 0), empty)).toEqual(empty);
  });

  it('refuses views of the wrong length', () => {
    expect(() => applyWindow(windowOf([4, 0], 4, 4), text(5))).toThrow(TypeError);
    expect(() => applyWindow(windowOf([4, 0], 4, 4), text(4), new Uint8Array(3))).toThrow(TypeError);
  });

  it.each([
    ['Invalid diff stream: insn 0 cannot be decoded', windowOf([0xc1], 0, 1)],
    ['Invalid diff stream: insn 1 cannot be decoded', windowOf([0x81, 0x01], 4, 2, 'a')],
    ['Invalid diff stream: insn 0 cannot be decoded', windowOf([0x80, 0x81], 0, 200)],
    ['Invalid diff stream: insn 0 cannot be decoded', windowOf([0x80, ...Array(9).fill(0xff), 0x7f], 0, 200)],
    ['Invalid diff stream: insn 0 has length zero', windowOf([0x80, 0], 0, 1)],
    ['Invalid diff stream: insn 1 overflows the target view', windowOf([0x81, 0x82], 0, 2, 'abc')],
    ['Invalid diff stream: [src] insn 0 overflows the source view', windowOf([3, 2], 4, 3)],
    ['Invalid diff stream: [src] insn 0 overflows the source view', windowOf([1, 5], 4, 1)],
    [
      'Invalid diff stream: [tgt] insn 1 starts beyond the target view position',
      windowOf([0x81, 0x41, 1], 0, 2, 'a'),
    ],
    ['Invalid diff stream: [tgt] insn 0 starts beyond the target view position', windowOf([0x41, 0], 0, 1)],
    ['Invalid diff stream: [new] insn 0 overflows the new data section', windowOf([0x82], 0, 2, 'a')],
    ['Delta does not fill the target window', windowOf([0x81], 0, 2, 'a')],
    ['Delta does not fill the target window', windowOf([], 0, 1)],
    ['Delta does not contain enough new data', windowOf([0x81], 0, 1, 'ab')],
    ['Delta does not contain enough new data', windowOf([], 0, 0, 'a')],
  ])('refuses: %s', (message, window) => {
    const error = errorOf(() => applyWindow(window, text(window.sourceLength)));
    expect(error).toMatchObject({ code: 'INVALID_INSTRUCTIONS', kind: 'corrupt', svnCode: 185003, message });
    expect(errorOf(() => verifyInstructions(window)).message).toBe(message);
  });
});

describe('composeWindows', () => {
  const source = text(300);
  const pair = windowArbitrary(source).chain((first) =>
    windowArbitrary(first.target).map((second) => ({ first, second })),
  );

  it('does what both do', () => {
    fc.assert(
      fc.property(pair, ({ first, second }) => {
        const both = composeWindows(first.window, second.window);
        expect(both).toMatchObject({
          sourceOffset: 0,
          sourceLength: 300,
          targetLength: second.target.length,
        });
        expect(applyWindow(both, source)).toEqual(second.target);
        expect(both.newData.length).toBeLessThanOrEqual(second.target.length);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a run a run', () => {
    const run = new WindowBuilder();
    run.insert(Uint8Array.of(68));
    run.copyTarget(0, windowSize - 1);
    const whole = new WindowBuilder();
    whole.copySource(0, windowSize);
    const both = composeWindows(run.finish(0, 0), whole.finish(0, windowSize));
    expect(verifyInstructions(both)).toBe(2);
    expect(equalBytes(applyWindow(both, empty), new Uint8Array(windowSize).fill(68))).toBe(true);
  });

  it('refuses views that do not meet', () => {
    expect(() => composeWindows(windowOf([0x81], 0, 1, 'a'), windowOf([2, 0], 2, 2))).toThrow(TypeError);
  });

  it('stays within the limits of the format at its worst', () => {
    const apart = new WindowBuilder();
    for (let i = 0; i < windowSize; i++) apart.copySource((i * 40_009) % windowSize, 1);
    const first = apart.finish(0, windowSize);
    expect(first.instructions.length).toBeLessThanOrEqual(maximumInstructionsLength);
    const backwards = new WindowBuilder();
    for (let i = windowSize - 1; i >= 0; i--) backwards.copySource(i, 1);
    const both = composeWindows(first, backwards.finish(0, windowSize));
    const view = text(windowSize);
    const expected = applyWindow(first, view).slice().reverse();
    expect(equalBytes(applyWindow(both, view), expected)).toBe(true);
    expect(both.instructions.length).toBeLessThanOrEqual(maximumInstructionsLength);
  });
});
