// Pairs of texts, old and new, that the delta search is measured with; the same bytes on every run of one machine.
import { incompressibleBytes, random, sourceText } from '@revstore/testkit/trees';
import { readFileSync } from 'node:fs';

const size = 1_000_000;

/** The lines of a text, each with its line feed. */
function linesOf(bytes) {
  return bytes.toString('latin1').match(/[^\n]*\n|[^\n]+$/g);
}

function joined(lines) {
  return Buffer.from(lines.join(''), 'latin1');
}

/** Every `every`th line, on average, changed by `edit`, which gives the lines that replace it. */
function editLines(bytes, every, seed, edit) {
  const { below } = random(seed);
  return joined(linesOf(bytes).flatMap((line) => (below(every) === 0 ? edit(line, below) : [line])));
}

function editWord(line, below) {
  const words = line.split(' ');
  words[below(words.length)] += `_${below(1000)}`;
  return [words.join(' ')];
}

function anyEdit(line, below) {
  const kind = below(3);
  return kind === 0 ? [] : kind === 1 ? [line, `  added_${below(10_000)}(line);\n`] : editWord(line, below);
}

/** Blocks of up to 20 lines, each put elsewhere in the next 2 KiB or so. */
function moveLines(bytes, seed) {
  const { below } = random(seed);
  const lines = linesOf(bytes);
  for (let at = 0; at + 60 < lines.length; at += 40 + below(200)) {
    const block = lines.splice(at, 3 + below(17));
    lines.splice(at + 10 + below(20), 0, ...block);
  }
  return joined(lines);
}

function logText(length, seed) {
  const { below } = random(seed);
  const parts = [];
  for (let bytes = 0, second = 0; bytes < length; second += below(3)) {
    const time = new Date(1.7e12 + second * 1000).toISOString();
    const line = `${time} ${['INFO', 'WARN', 'DEBUG'][below(3)]} [worker-${below(8)}] request ${below(1e9).toString(16)} GET /items/${below(5000)} ${below(500)} ms\n`;
    parts.push(line);
    bytes += line.length;
  }
  return Buffer.from(parts.join('').slice(0, length));
}

function csvRows(count, seed) {
  const { below } = random(seed);
  return Array.from({ length: count }, (_, row) =>
    [row + 1, `name ${below(3000)}`, ...Array.from({ length: 6 }, () => below(100_000))].map(String),
  );
}

function csv(rows) {
  return Buffer.from(rows.map((row) => `${row.join(',')}\n`).join(''));
}

function editNumbers(rows, every, seed) {
  const { below } = random(seed);
  return rows.map((row) =>
    below(every) === 0 ? row.with(2 + below(row.length - 2), `${below(100_000)}`) : row,
  );
}

/** The members of an archive in 512-byte steps, as tar has them. */
function archive(members) {
  return Buffer.concat(
    members.flatMap(([name, bytes]) => {
      const header = Buffer.alloc(512);
      header.write(name);
      header.write(bytes.length.toString(8).padStart(11, '0'), 124);
      header.write('ustar', 257);
      return [header, bytes, Buffer.alloc(-bytes.length & 511)];
    }),
  );
}

/** `bytes` with `edit(below)` put in each `step` bytes instead of `drop` bytes. */
function splice(bytes, step, drop, edit) {
  const { below } = random(step + drop);
  const parts = [];
  for (let at = 0; at < bytes.length; at += step)
    parts.push(at === 0 ? Buffer.alloc(0) : edit(below), bytes.subarray(at === 0 ? 0 : at + drop, at + step));
  return Buffer.concat(parts);
}

/** A change of addresses, as another build brings: 4-byte words that count up are larger by a little. */
function relocate(bytes, every, seed) {
  const { below } = random(seed);
  const moved = Buffer.from(bytes);
  for (let at = 0; at + 4 <= moved.length; at += 4 * (1 + below(every)))
    moved.writeUInt32LE((moved.readUInt32LE(at) + 64) >>> 0, at);
  return moved;
}

function wordsOf(value, below) {
  return Buffer.from(`${value}${below(100)}`);
}

/** Pairs of about 1 MB each, made when asked for: `[name, () => [old, new]]`. */
export const deltaPairs = [
  ['text, edits each 25 lines', () => pairOf(sourceText(1, size), (old) => editLines(old, 25, 2, anyEdit))],
  ['text, edits each 5 lines', () => pairOf(sourceText(3, size), (old) => editLines(old, 5, 4, anyEdit))],
  ['text, words each 2 lines', () => pairOf(sourceText(5, size), (old) => editLines(old, 2, 6, editWord))],
  ['text, lines moved', () => pairOf(sourceText(7, size), (old) => moveLines(old, 8))],
  [
    'text, one byte each 5 KB',
    () => pairOf(sourceText(9, size), (old) => splice(old, 5000, 0, () => Buffer.from('x'))),
  ],
  [
    'text, one byte each 40',
    () => pairOf(sourceText(9, size), (old) => splice(old, 40, 1, () => Buffer.from('#'))),
  ],
  [
    'text, 100 bytes at the start',
    () => pairOf(sourceText(11, size), (old) => Buffer.concat([sourceText(12, 100), old])),
  ],
  ['real code, edits each 20 lines', () => pairOf(realCode(), (old) => editLines(old, 20, 14, anyEdit))],
  [
    'real code, other code',
    () => [realCode(), readFileSync(new URL('../../package-lock.json', import.meta.url))],
  ],
  ['small real files', () => pairOf(realCode().subarray(0, 5000), (old) => editLines(old, 30, 16, anyEdit))],
  ['log, appended', () => [logText(size * 0.8, 21), logText(size, 21)]],
  ['log, rotated', () => [logText(size, 22), logText(size * 1.3, 22).subarray(size * 0.3)]],
  ['log, another', () => [logText(size, 23), logText(size, 24)]],
  ['CSV, numbers each 10 rows', () => csvPair(10)],
  ['CSV, numbers each 2 rows', () => csvPair(2)],
  ['CSV, rows deleted', () => csvDeleted()],
  [
    'program, words altered',
    () => pairOf(program(), (old) => splice(old, 700, 4, (below) => wordsOf('ab', below))),
  ],
  ['program, addresses each 16 words', () => pairOf(program(), (old) => relocate(old, 32, 31))],
  ['program, another', () => [program(), readFileSync('/bin/bash').subarray(0, size)]],
  ['archive, a member grown', () => archivePair()],
  [
    'noise, altered',
    () =>
      pairOf(incompressibleBytes(41, size), (old) => splice(old, 3000, 10, (below) => wordsOf('q', below))),
  ],
  ['noise, shifted', () => pairOf(incompressibleBytes(42, size), (old) => old.subarray(37))],
  ['noise, another', () => [incompressibleBytes(43, size), incompressibleBytes(44, size)]],
  ['identical', () => pairOf(sourceText(45, size), (old) => Buffer.from(old))],
  ['zeros, longer', () => [Buffer.alloc(size * 0.75 + 1), Buffer.alloc(size)]],
  [
    'period of 24, of 1000 bytes',
    () => [periodic(24, 1), Buffer.concat([periodic(1000, 2), periodic(24, 1)])],
  ],
  ['runs in noise', () => runsPair()],
];

function pairOf(old, edit) {
  return [old, edit(old)];
}

function realCode() {
  const names = [
    'apply',
    'compose',
    'encode-window',
    'svndiff-decoder',
    'window',
    'window-builder',
    'section',
  ];
  const foreign = ['typescript/lib/typescript.js'].map((path) =>
    readFileSync(new URL(`../../node_modules/${path}`, import.meta.url)).subarray(2e6, 2e6 + size),
  );
  const own = names.map((name) =>
    readFileSync(new URL(`../../packages/svndiff/src/${name}.ts`, import.meta.url)),
  );
  return Buffer.concat([...own, ...foreign]).subarray(0, size);
}

function program() {
  return readFileSync(process.execPath).subarray(30e6, 30e6 + size);
}

function csvPair(every) {
  const rows = csvRows(20_000, 51);
  return [csv(rows), csv(editNumbers(rows, every, 52))];
}

function csvDeleted() {
  const rows = csvRows(20_000, 53);
  const { below } = random(54);
  return [csv(rows), csv(rows.filter(() => below(20) > 0))];
}

function archivePair() {
  const members = Array.from({ length: 60 }, (_, i) => [
    `dir/member-${i}`,
    i % 3 === 0 ? incompressibleBytes(i, 9000 + i * 100) : sourceText(i, 12_000 + i * 177),
  ]);
  const grown = members.map(([name, bytes], i) =>
    i % 10 === 1
      ? [name, Buffer.concat([bytes.subarray(0, 4000), sourceText(i, 700), bytes.subarray(4000)])]
      : [name, bytes],
  );
  return [archive(members), archive(grown)];
}

function periodic(period, seed) {
  const bytes = Buffer.alloc(300_000);
  bytes.fill(incompressibleBytes(seed, period));
  return bytes;
}

function runsPair() {
  const { below } = random(61);
  const make = (seed) =>
    Buffer.concat(
      Array.from({ length: 400 }, (_, i) =>
        i % 2 === 0 ? incompressibleBytes(seed + i, 200 + below(2000)) : Buffer.alloc(below(3000), below(4)),
      ),
    );
  return [make(1000), make(5000)];
}
