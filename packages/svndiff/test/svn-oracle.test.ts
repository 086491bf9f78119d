import { concatBytes, Cursor, equalBytes, md5Hex } from '@revstore/bytes';
import { type Change, run, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  applyWindow,
  composeWindows,
  decodeWindow,
  encodeWindow,
  parseSvndiffHeader,
  skipWindow,
  type SvndiffVersion,
  type Window,
} from '../src/index.js';
import { expectSame, native, portable } from './windows.js';

interface Rep {
  readonly base: string | undefined;
  readonly version: SvndiffVersion;
  readonly document: Uint8Array;
}

/** A text of numbered lines, of which those divisible by `step` are changed. */
function lines(count: number, step: number): string {
  return Array.from(
    { length: count },
    (_, i) => `line ${i} ${i % step === 0 ? `of step ${step}` : 'as ever'}\n`,
  ).join('');
}

const revisions: Change[][] = [
  [
    { put: 'large', contents: lines(20_000, 5) },
    { put: 'small', contents: 'a\n' },
    { put: 'run', contents: 'x'.repeat(250_000) },
  ],
  [
    { put: 'large', contents: lines(20_050, 7) },
    { put: 'small', contents: 'a\nb\n' },
  ],
  [{ put: 'large', contents: `start\n${lines(20_100, 7)}` }],
];

/** Delta representations of svn's revision files by `revision/item`, and what their node-revisions say of the texts. */
async function readReps(path: string) {
  const reps = new Map<string, Rep>();
  const texts = new Map<string, { size: number; md5: string }>();
  for (let revision = 1; revision <= revisions.length; revision++) {
    const file = readFileSync(join(path, `db/revs/0/${revision}`));
    const index = (await run('svnfsfs', ['dump-index', '-r', String(revision), path])).stdout;
    for (const [, start, length, item] of index.matchAll(/^ *([0-9a-f]+) +([0-9a-f]+) +\w+ +\d+ +(\d+) /gm)) {
      const at = parseInt(start, 16);
      const bytes = file.subarray(at, at + parseInt(length, 16));
      const header = /^DELTA(?: (\d+) (\d+) \d+)?\n/.exec(bytes.toString('latin1', 0, 60));
      if (header === null) continue;
      expect(bytes.toString('latin1', bytes.length - 7)).toBe('ENDREP\n');
      const document = bytes.subarray(header[0].length, -7);
      const base = header[1] === undefined ? undefined : `${header[1]}/${header[2]}`;
      reps.set(`${revision}/${item}`, { base, version: parseSvndiffHeader(document), document });
    }
    const words = /^text: (\d+) (\d+) \d+ (\d+) ([0-9a-f]{32})/gm;
    for (const [, rev, item, size, md5] of file.toString('latin1').matchAll(words))
      texts.set(`${rev}/${item}`, { size: Number(size), md5 });
  }
  return { reps, texts };
}

function windowsOf({ document, version }: Rep, provider = native): Window[] {
  const windows: Window[] = [];
  for (const cursor = new Cursor(document, 4); cursor.remaining > 0;)
    windows.push(decodeWindow(cursor, version, provider));
  const locations = new Cursor(document, 4);
  for (let i = 0; i < windows.length; i++)
    expect(skipWindow(locations).header.targetLength).toBe(windows[i].targetLength);
  expect(locations.remaining).toBe(0);
  return windows;
}

describe.skipIf(svnMissing()).each([
  ['none', 0],
  ['zlib-7', 1],
  ['lz4', 2],
])('representations of svn with %s', (compression, version) => {
  it('become the texts that their node-revisions tell', async () => {
    const { path } = await svnRepository(join(temporaryDirectory(), 'r'), {
      configuration: `[deltification]\ncompression = ${compression}`,
      revisions,
    });
    const { reps, texts } = await readReps(path);

    const expand = (key: string): Uint8Array => {
      const rep = reps.get(key)!;
      const source = rep.base === undefined ? new Uint8Array(0) : expand(rep.base);
      const parts = windowsOf(rep).map((window) =>
        applyWindow(window, source.subarray(window.sourceOffset, window.sourceOffset + window.sourceLength)),
      );
      return concatBytes(parts);
    };
    let based = 0;
    let composed = 0;
    for (const [key, { size, md5 }] of texts) {
      const rep = reps.get(key);
      if (rep === undefined) continue;
      expect(rep.version).toBe(version);
      const text = expand(key);
      // A size of 0 stands for the stored length of a text that is not compressed at all.
      if (size > 0) expect(text.length).toBe(size);
      expect(md5Hex(text)).toBe(md5);

      const windows = windowsOf(rep);
      for (const [i, window] of windowsOf(rep, portable).entries()) expectSame(window, windows[i]);
      for (const window of windows) {
        const stored = encodeWindow(window, portable.forVersion(rep.version), 5);
        expectSame(decodeWindow(new Cursor(stored), rep.version, native), window);
      }
      if (rep.base === undefined) continue;
      based++;
      const below = windowsOf(reps.get(rep.base)!);
      if (reps.get(rep.base)!.base !== undefined) continue;
      for (const [i, window] of windows.entries()) {
        if (below[i]?.targetLength !== window.sourceLength) continue;
        const both = composeWindows(below[i], window);
        const stepwise = applyWindow(window, applyWindow(below[i], new Uint8Array(0)));
        expect(equalBytes(applyWindow(both, new Uint8Array(0)), stepwise)).toBe(true);
        composed++;
      }
    }
    expect(texts.size).toBeGreaterThanOrEqual(6);
    expect(based).toBeGreaterThanOrEqual(2);
    expect(composed).toBeGreaterThan(0);
  });
});
