import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { svn, svnMissing, temporaryDirectory } from '@revstore/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, formatHunks, Lines, parseDiffOptions } from '../src/index.js';

interface Pair {
  readonly before: Buffer;
  readonly after: Buffer;
}

const line = fc
  .tuple(
    fc.constantFrom(
      'a',
      'b',
      'c',
      'int f()',
      '  x',
      ' \tx',
      'x  y',
      'x y',
      '',
      '}',
      'public: q',
      'é'.repeat(40),
    ),
    fc.constantFrom('\n', '\n', '\n', '\n', '\r\n', '\r'),
  )
  .map((parts) => parts.join(''));

/** An edit script over a list of lines, so that both texts have much in common. */
const pair: fc.Arbitrary<Pair> = fc
  .record({
    lines: fc.array(line, { maxLength: 40 }),
    repeat: fc.integer({ min: 1, max: 6 }),
    edits: fc.array(fc.tuple(fc.nat(200), fc.nat(4), fc.array(line, { maxLength: 4 })), { maxLength: 6 }),
    unended: fc.tuple(fc.boolean(), fc.boolean()),
  })
  .map(({ lines, repeat, edits, unended }) => {
    const before = Array.from({ length: repeat }, () => lines).flat();
    const after = [...before];
    for (const [at, count, added] of edits) after.splice(at % (after.length + 1), count, ...added);
    const text = (all: string[], open: boolean): Buffer => Buffer.from(all.join('') + (open ? 'open' : ''));
    return { before: text(before, unended[0]), after: text(after, unended[1]) };
  });

/** What `svn diff` prints for each pair, from the first hunk on. */
async function oracle(pairs: readonly Pair[], extensions: string): Promise<string[]> {
  const directory = temporaryDirectory();
  for (const side of ['before', 'after'] as const) {
    mkdirSync(join(directory, side));
    pairs.forEach((texts, index) => writeFileSync(join(directory, side, `${index}`), texts[side]));
  }
  const options = extensions === '' ? [] : ['-x', extensions];
  const { stdoutBytes } = await svn(
    ['diff', '--force', '--ignore-properties', ...options, '--old', 'before', '--new', 'after'],
    {
      cwd: directory,
    },
  );
  const found = pairs.map(() => '');
  const sections = stdoutBytes.toString('latin1').split(/^Index: /m);
  for (const section of sections.slice(1)) {
    const index = Number(/^\d+/.exec(section)![0]);
    found[index] = section.slice(section.indexOf('\n@@') + 1);
  }
  return found;
}

function ours({ before, after }: Pair, extensions: string): string {
  const options = parseDiffOptions(extensions.split(' ').filter((word) => word !== ''));
  const [original, modified] = [new Lines(before), new Lines(after)];
  return formatHunks(original, modified, diffLines(original, modified, options), options).toString('latin1');
}

describe.skipIf(svnMissing())('hunks are those of svn diff', () => {
  it.each(['', '-b', '-w', '--ignore-eol-style', '-w --ignore-eol-style', '-p', '-p -U 1', '-U 0'])(
    'with -x "%s"',
    async (extensions) => {
      const pairs = fc.sample(pair, { numRuns: 400, seed: 20_261_201 });
      expect(pairs.map((texts) => ours(texts, extensions))).toEqual(await oracle(pairs, extensions));
    },
  );

  it('where both texts end alike for long', async () => {
    const block = fc.array(line, { minLength: 60, maxLength: 90 }).map((lines) => lines.join(''));
    const long = fc
      .tuple(block, fc.array(line, { maxLength: 6 }), fc.array(line, { maxLength: 6 }), fc.boolean())
      .map(([tail, a, b, doubled]) => ({
        before: Buffer.from(a.join('') + tail),
        after: Buffer.from(b.join('') + (doubled ? tail + tail : tail)),
      }));
    const pairs = fc.sample(long, { numRuns: 300, seed: 7 });
    expect(pairs.map((texts) => ours(texts, ''))).toEqual(await oracle(pairs, ''));
  });
});
