// What the delta search finds and how fast: node tools/bench/delta-search.mjs [--codecs none,lz4,zlib-5] [--only TEXT]
//
// For each pair of texts the megabytes of the new text searched per second on one core, and with each codec the stored
// size of the second revision's text divided by the size that svn stores for the same pair.
import { concatBytes } from '@revstore/bytes';
import { loadProvider } from '@revstore/compression';
import { encodeDeltaWindow, findDelta, windowSize } from '@revstore/svndiff';
import { isolation, run, svnadmin, svnMissing } from '@revstore/testkit/oracle';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { deltaPairs } from './delta-pairs.mjs';

const { values } = parseArgs({
  options: {
    codecs: { type: 'string', default: 'none,lz4,zlib-5' },
    only: { type: 'string', default: '' },
    milliseconds: { type: 'string', default: '300' },
  },
});
const codecs = values.codecs.split(',').filter(Boolean);
const pairs = deltaPairs
  .filter(([name]) => name.includes(values.only))
  .map(([name, make]) => ({ name, texts: make() }));
const provider = loadProvider();

function windowsOf([old, next]) {
  const windows = [];
  for (let at = 0; at < next.length; at += windowSize)
    windows.push([old.subarray(at, at + windowSize), next.subarray(at, at + windowSize), at]);
  return windows;
}

/** Megabytes of target per second of processor time, so that what else runs on the machine matters less. */
function speed(texts) {
  const windows = windowsOf(texts);
  const all = () => windows.forEach(([source, target]) => findDelta(source, target));
  all();
  const begin = process.cpuUsage();
  let rounds = 0;
  let elapsed = 0;
  do {
    all();
    rounds++;
    const { user, system } = process.cpuUsage(begin);
    elapsed = (user + system) / 1000;
  } while (elapsed < Number(values.milliseconds));
  return (rounds * texts[1].length) / 1000 / elapsed;
}

/** Bytes of the svndiff document that makes the new text of the old one. */
function ourSize(texts, codecName) {
  const [name, level = 0] = codecName.split('-');
  const stored = windowsOf(texts).map(([source, target, at]) =>
    encodeDeltaWindow(source, at, target, provider[name], Number(level)),
  );
  return 4 + concatBytes(stored).length;
}

/** Bytes that svn stores for each new text, in the order of `pairs`. */
async function svnSizes(codec) {
  const scratch = mkdtempSync(join(tmpdir(), 'revstore-delta-'));
  try {
    const path = join(scratch, 'repository');
    await svnadmin(['create', path]);
    appendFileSync(join(path, 'db/fsfs.conf'), `\n[deltification]\ncompression = ${codec}\n`);
    for (const revision of [0, 1]) {
      const folder = join(scratch, `${revision}`);
      mkdirSync(folder);
      const puts = pairs.flatMap(({ texts }, i) => {
        const file = join(folder, `${i}`);
        writeFileSync(file, texts[revision]);
        return ['put', file, `pair${i}`];
      });
      await run('svnmucc', [...isolation(), '-U', pathToFileURL(path).href, '-m', 'x', '--', ...puts]);
    }
    const revision = readFileSync(join(path, 'db/revs/0/2'), 'latin1');
    return pairs.map((_, i) => {
      const noderev = new RegExp(`\ntext: 2 \\d+ (\\d+) [^\n]*\n(?:[a-z]+: [^\n]*\n)*?cpath: /pair${i}\n`);
      const found = noderev.exec(revision);
      // An equal text stays that of revision 1.
      return found === null ? undefined : Number(found[1]);
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const reason = svnMissing();
if (reason !== undefined) console.log(`Sizes of ours only: ${reason}`);
const theirs = new Map();
for (const codec of codecs) theirs.set(codec, reason === undefined ? await svnSizes(codec) : []);

console.log(
  ['pair'.padEnd(34), '   MB/s', ...codecs.map((codec) => `${codec}: ours, ratio`.padStart(22))].join(' '),
);
const totals = codecs.map(() => [0, 0]);
for (const [i, { name, texts }] of pairs.entries()) {
  const columns = codecs.map((codec, c) => {
    const size = ourSize(texts, codec);
    const other = theirs.get(codec)[i];
    if (other !== undefined) {
      totals[c][0] += size;
      totals[c][1] += other;
    }
    return `${size.toString().padStart(13)} ${other === undefined ? '       -' : (size / other).toFixed(3).padStart(8)}`;
  });
  console.log(name.padEnd(34), speed(texts).toFixed(0).padStart(7), ...columns);
}
console.log(
  'all'.padEnd(34),
  ''.padStart(7),
  ...totals.map(
    ([ours, other]) => `${ours.toString().padStart(13)} ${(ours / other).toFixed(3).padStart(8)}`,
  ),
);
