// npm run bench -- [--runs N] [--only import-a,export-c,…] [--codecs lz4,zlib-5] [--directory DIR] [--json]
//
// Our program and svn in turn, on the same input, in one run; medians, and the ratio of ours to svn's. An import goes
// into a new repository made by svnadmin; an export and a full read take one repository, written by svn, for both.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { isolation, repoScript, run, svn, svnadmin, svnMissing } from '@revstore/testkit/oracle';
import { inputDirectory, inputs } from './inputs.mjs';
import { measure, median } from './measure.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    codecs: { type: 'string', default: 'lz4,zlib-5' },
    directory: { type: 'string', default: join(tmpdir(), 'revstore-bench') },
    json: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new TypeError(`--runs ${values.runs}: not a number of runs`);
const reason = svnMissing();
if (reason !== undefined) throw new Error(`Nothing to compare with: ${reason}`);

/** Highest ratio of ours to svn's that an operation may take. */
const targets = { 'import-a': 0.5, 'import-b': 0.5, 'import-c': 0.25, export: 1.3, read: 1.3 };
const memoryTarget = 300e6;

const operations = ['import', 'export', 'read'];
const names = Object.keys(inputs).flatMap((letter) =>
  operations.map((operation) => `${operation}-${letter}`),
);
const chosen = values.only?.split(',') ?? names;
for (const name of chosen) {
  if (!names.includes(name)) throw new TypeError(`--only ${name}: not one of ${names.join(', ')}`);
}

const root = resolve(values.directory);
mkdirSync(root, { recursive: true });
const scratch = mkdtempSync(join(root, 'run-'));
const ours = (args) => [process.execPath, repoScript, ...args, ...isolation()];
const theirs = (args) => ['svn', ...args, ...isolation()];

async function createRepository(path, codec) {
  await svnadmin(['create', path]);
  appendFileSync(join(path, 'db/fsfs.conf'), `\n[deltification]\ncompression = ${codec}\n`);
}

let fresh = 0;

async function importOnce(command, letter, codec) {
  const path = join(scratch, `import-${fresh++}`);
  await createRepository(path, codec);
  const url = `${pathToFileURL(path).href}/trunk`;
  const result = measure(
    command(['import', '-q', '--no-ignore', '-m', 'x', inputDirectory(root, letter), url]),
  );
  const { stdout } = await run('du', ['-sb', join(path, 'db/revs')]);
  rmSync(path, { recursive: true });
  return { ...result, storedBytes: Number(stdout.split('\t')[0]) };
}

async function sharedRepository(letter, codec) {
  const path = join(scratch, `shared-${letter}-${codec}`);
  const url = `${pathToFileURL(path).href}/trunk`;
  if (!existsSync(path)) {
    await createRepository(path, codec);
    const hour = { timeout: 3_600_000 };
    await svn(['import', '-q', '--no-ignore', '-m', 'x', inputDirectory(root, letter), url], hour);
  }
  return url;
}

async function exportOnce(command, letter, codec) {
  const target = join(scratch, `export-${fresh++}`);
  const url = await sharedRepository(letter, codec);
  const result = measure(command(['export', '-q', url, target]));
  rmSync(target, { recursive: true });
  return result;
}

async function readOnce(command, letter, codec) {
  const url = await sharedRepository(letter, codec);
  if (command === theirs) return measure(['svnbench', 'null-export', '-q', url, ...isolation()]);
  return measure([process.execPath, repoScript, 'bench', 'null-export', '-q', url, ...isolation()]);
}

const once = { import: importOnce, export: exportOnce, read: readOnce };

async function compare(name, codec) {
  const [operation, letter] = name.split('-');
  inputDirectory(root, letter);
  const results = { ours: [], svn: [] };
  for (let index = 0; index < runs; index++) {
    // Who goes first changes, so that neither always finds what the other left in the system's caches.
    const order = index % 2 === 0 ? ['ours', 'svn'] : ['svn', 'ours'];
    for (const who of order) {
      results[who].push(await once[operation](who === 'ours' ? ours : theirs, letter, codec));
    }
  }
  const summary = (list) => ({
    seconds: median(list.map((result) => result.seconds)),
    all: list.map((result) => result.seconds),
    peakBytes:
      list[0].peakBytes === undefined ? undefined : Math.max(...list.map((result) => result.peakBytes)),
    storedBytes: list[0].storedBytes,
  });
  const [mine, other] = [summary(results.ours), summary(results.svn)];
  const target = targets[name] ?? targets[operation];
  return { name, codec, ours: mine, svn: other, ratio: mine.seconds / other.seconds, target };
}

const megabytes = (bytes) => (bytes === undefined ? '-' : `${Math.round(bytes / 1e6)}`);

function printRow(row) {
  const met = row.ratio <= row.target && (row.ours.peakBytes ?? 0) < memoryTarget;
  console.log(
    [
      row.name.padEnd(9),
      row.codec.padEnd(7),
      row.ours.seconds.toFixed(2).padStart(8),
      row.svn.seconds.toFixed(2).padStart(8),
      row.ratio.toFixed(2).padStart(6),
      `<= ${row.target.toFixed(2)}`,
      megabytes(row.ours.peakBytes).padStart(7),
      megabytes(row.svn.peakBytes).padStart(7),
      megabytes(row.ours.storedBytes).padStart(7),
      megabytes(row.svn.storedBytes).padStart(7),
      met ? '' : ' missed',
    ].join(' '),
  );
}

const rows = [];
try {
  if (!values.json) {
    console.log(`Median of ${runs}; seconds; peak memory and revision files in MB; ${cpus().length} cores`);
    for (const [letter, { title }] of Object.entries(inputs)) console.log(`  ${letter}: ${title}`);
    console.log('what      codec       ours      svn  ratio target      mem     svn    size     svn');
  }
  for (const codec of values.codecs.split(',')) {
    for (const name of chosen) {
      try {
        const row = await compare(name, codec);
        rows.push(row);
        if (!values.json) printRow(row);
      } catch (error) {
        rows.push({ name, codec, error: error.message });
        if (!values.json) console.log(`${name.padEnd(9)} ${codec.padEnd(7)} failed: ${error.message}`);
        process.exitCode = 1;
      }
    }
  }
  if (values.json) console.log(JSON.stringify(rows, undefined, 2));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
