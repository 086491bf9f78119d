import { concatBytes } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyWindow,
  composeWindows,
  decodeSvndiff,
  encodeNewDataWindow,
  encodeWindow,
  SvndiffDecoder,
  svndiffHeader,
  type Window,
} from '../src/index.js';
import { errorOf, native, portable, text, windowArbitrary } from './windows.js';

const empty = new Uint8Array(0);

function decodeIn(document: Uint8Array, sizes: Iterable<number>, provider = native): Window[] {
  const decoder = new SvndiffDecoder(provider);
  const windows: Window[] = [];
  let at = 0;
  for (const size of sizes) {
    if (at >= document.length) break;
    // A chunk of its own, as a stream gives them.
    windows.push(...decoder.push(document.slice(at, at + size)));
    at += size;
  }
  windows.push(...decoder.push(document.slice(at)));
  decoder.end();
  return windows;
}

function* always(size: number): Generator<number> {
  for (;;) yield size;
}

describe('SvndiffDecoder', () => {
  const texts = [text(70_000), text(1), text(102_400).fill(9, 500), text(3)];
  const document = concatBytes([
    svndiffHeader(2),
    ...texts.map((data) => encodeNewDataWindow(data, native.lz4, 0)),
  ]);

  it.each([1, 2, 3, 5, 1000, 70_003, 70_020, 1e9])('takes chunks of %i bytes', (size) => {
    const decoded = decodeIn(document, always(size)).map((window) => applyWindow(window, empty));
    expect(decoded.map((data) => data.length)).toEqual(texts.map((data) => data.length));
    expect(Buffer.compare(concatBytes(decoded), concatBytes(texts))).toBe(0);
  });

  it('gives the same windows for any division into chunks', () => {
    const documents = fc
      .tuple(
        fc.constantFrom(native.none, native.zlib, portable.lz4),
        fc.array(windowArbitrary(text(50)), { maxLength: 5 }),
      )
      .map(([codec, windows]) => ({
        windows: windows.map(({ window }) => window),
        document: concatBytes([
          svndiffHeader(codec.svndiffVersion),
          ...windows.map(({ window }) => encodeWindow(window, codec, 5)),
        ]),
      }));
    fc.assert(
      fc.property(documents, fc.array(fc.nat(60)), ({ windows, document }, sizes) => {
        expect(decodeIn(document, sizes)).toEqual(windows);
        expect(decodeIn(document, [], portable)).toEqual(windows);
      }),
    );
  });

  it('refuses an end inside a header or a window', () => {
    const boundaries = new Set([4]);
    for (const data of texts)
      boundaries.add(Math.max(...boundaries) + encodeNewDataWindow(data, native.lz4, 0).length);
    for (const end of [0, 1, 3, 4, 5, 8, 9, 10, 500, ...boundaries]) {
      const cut = (): Window[] => decodeIn(document.subarray(0, end), always(50));
      if (boundaries.has(end)) expect(cut().length).toBe([...boundaries].indexOf(end));
      else expect(errorOf(cut)).toMatchObject({ svnCode: 185004, data: { offset: end } });
    }
  });

  it('refuses source views that slide backwards', () => {
    const at = (sourceOffset: number, sourceLength: number): Uint8Array =>
      encodeWindow(
        { sourceOffset, sourceLength, targetLength: 0, instructions: empty, newData: empty },
        native.none,
        0,
      );
    const of = (...views: Uint8Array[]): Uint8Array => concatBytes([svndiffHeader(0), ...views]);
    expect(decodeIn(of(at(10, 10), at(10, 10), at(15, 5), at(0, 0), at(3, 9)), always(4)).length).toBe(5);
    for (const document of [of(at(10, 10), at(9, 20)), of(at(10, 10), at(11, 8))])
      expect(errorOf(() => decodeIn(document, always(4)))).toMatchObject({
        svnCode: 185002,
        message: 'Svndiff has backwards-sliding source views',
      });
  });

  it('refuses a header of integers that do not end', () => {
    const endless = concatBytes([svndiffHeader(0), new Uint8Array(60).fill(0x80)]);
    for (const size of [1, 64]) expect(errorOf(() => decodeIn(endless, always(size))).svnCode).toBe(185001);
  });

  it('returns or throws a RevstoreError on any bytes', () => {
    const valid = fc
      .tuple(windowArbitrary(text(50)), windowArbitrary(text(50)))
      .map(([a, b]) => [a.window, b.window]);
    const damaged = fc
      .tuple(
        fc.constantFrom(native.none, native.zlib, native.lz4),
        valid,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
      )
      .map(([codec, windows, changes]) => {
        const bytes = concatBytes([
          svndiffHeader(codec.svndiffVersion),
          ...windows.map((window) => encodeWindow(window, codec, 5)),
        ]);
        for (const [at, byte] of changes) bytes[4 + (at % (bytes.length - 4))] = byte;
        return bytes;
      });
    const anything = fc
      .tuple(fc.nat(2), fc.uint8Array({ maxLength: 50 }))
      .map(([version, bytes]) => concatBytes([Uint8Array.of(0x53, 0x56, 0x4e, version), bytes]));
    let failures = 0;
    for (const provider of [native, portable])
      fc.assert(
        fc.property(fc.oneof(damaged, anything, fc.uint8Array({ maxLength: 20 })), (bytes) => {
          try {
            for (const window of decodeIn(bytes, always(40), provider)) {
              expect(applyWindow(window, text(window.sourceLength)).length).toBe(window.targetLength);
              const self = { ...window, sourceLength: window.targetLength };
              if (window.sourceLength === window.targetLength) composeWindows(window, self);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(RevstoreError);
            failures++;
          }
        }),
        { numRuns: 400 },
      );
    expect(failures).toBeGreaterThan(10);
  });
});

async function collect(windows: AsyncIterable<Window>): Promise<Window[]> {
  const all: Window[] = [];
  for await (const window of windows) all.push(window);
  return all;
}

describe('decodeSvndiff', () => {
  it('reads chunks as they come', async () => {
    const document = concatBytes([svndiffHeader(1), encodeNewDataWindow(text(5000), native.zlib, 9)]);
    async function* chunks(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < document.length; at += 77) yield document.subarray(at, at + 77);
    }
    for (const source of [chunks(), [document]]) {
      const windows = await collect(decodeSvndiff(source, portable));
      expect(windows.map((window) => window.targetLength)).toEqual([5000]);
    }
    await expect(collect(decodeSvndiff([], portable))).rejects.toMatchObject({ svnCode: 185004 });
  });
});
