import { concatBytes, equalBytes } from '@revstore/bytes';
import type { Codec } from '@revstore/compression';
import { run, svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeDeltaWindow, svndiffHeader, windowSize } from '../src/index.js';
import { type TextPair, textPairs } from './text-pairs.js';
import { native } from './windows.js';

const pairs = textPairs();

/** The svndiff document that makes the new text of the old one. */
function deltaDocument({ old, next }: TextPair, codec: Codec, level: number): Uint8Array {
  const parts = [svndiffHeader(codec.svndiffVersion)];
  for (let at = 0; at < next.length; at += windowSize) {
    const [source, target] = [old, next].map((text) => text.subarray(at, at + windowSize));
    parts.push(encodeDeltaWindow(source, at, target, codec, level));
  }
  return concatBytes(parts);
}

/** A dump whose second revision brings the new texts as `deltas`. */
function dumpOf(deltas: readonly Uint8Array[]): Uint8Array {
  const revision = (number: number): string =>
    `Revision-number: ${number}\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n`;
  const node = (i: number, action: string, bytes: Uint8Array): Uint8Array[] => [
    Buffer.from(`Node-path: pair${i}\nNode-kind: file\nNode-action: ${action}\n`),
    Buffer.from(action === 'change' ? 'Text-delta: true\n' : ''),
    Buffer.from(`Text-content-length: ${bytes.length}\nContent-length: ${bytes.length}\n\n`),
    bytes,
    Buffer.from('\n\n'),
  ];
  return concatBytes([
    Buffer.from(`SVN-fs-dump-format-version: 3\n\n${revision(1)}`),
    ...pairs.flatMap(({ old }, i) => node(i, 'add', old)),
    Buffer.from(revision(2)),
    ...deltas.flatMap((delta, i) => node(i, 'change', delta)),
  ]);
}

describe.skipIf(svnMissing())('beside svn', () => {
  it.each([
    ['none', native.none, 0],
    ['lz4', native.lz4, 0],
    ['zlib-5', native.zlib, 5],
  ] as const)('deltas are about as small with %s', async (compression, codec, level) => {
    const { path } = await svnRepository(join(temporaryDirectory(), 'r'), {
      configuration: `[deltification]\ncompression = ${compression}`,
      revisions: (['old', 'next'] as const).map((side) =>
        pairs.map((pair, i) => ({ put: `pair${i}`, contents: pair[side] })),
      ),
    });
    const file = readFileSync(join(path, 'db/revs/0/2'), 'latin1');
    const total = { ours: 0, theirs: 0 };
    for (const [i, pair] of pairs.entries()) {
      const words = new RegExp(`\ntext: 2 \\d+ (\\d+) .*\n(?:[a-z]+: .*\n)*cpath: /pair${i}\n`).exec(file)!;
      const theirs = Number(words[1]);
      const ours = deltaDocument(pair, codec, level).length;
      // zlib leaves sections below 512 bytes raw, so that less of new data can be stored larger.
      expect(ours, pair.name).toBeLessThan(1.05 * theirs + 150);
      total.ours += ours;
      total.theirs += theirs;
    }
    expect(total.ours / total.theirs).toBeLessThan(0.95);
  });

  it.each([native.none, native.lz4, native.zlib])('svnadmin load takes deltas with $name', async (codec) => {
    const path = join(temporaryDirectory(), 'r');
    await svnadmin(['create', path]);
    await svnadmin(['load', '-q', path], {
      input: dumpOf(pairs.map((pair) => deltaDocument(pair, codec, 5))),
    });
    for (const [i, { name, next }] of pairs.entries()) {
      const { stdoutBytes } = await run('svnlook', ['cat', path, `pair${i}`]);
      expect(equalBytes(stdoutBytes, next), name).toBe(true);
    }
  });
});
