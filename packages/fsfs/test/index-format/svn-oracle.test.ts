import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { md5Hex } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  serializeFooter,
  serializeL2pIndex,
  serializeP2lIndex,
  type P2lEntry,
} from '../../src/index-format/index.js';
import { openIndexes } from './revision-file.js';

const hasSvn = spawnSync('svnfsfs', ['--version', '-q']).status === 0;
if (!hasSvn && process.env.CI) throw new Error('svnfsfs is not installed');

const lastRevision = 10;
const typeNames = ['none ', 'frep ', 'drep ', 'fprop', 'dprop', 'node ', 'chgs '];

function dumpLine(entry: P2lEntry): string {
  const hex = (value: number, width: number, fill = ' ') => value.toString(16).padStart(width, fill);
  return (
    `${hex(entry.offset, 12)} ${hex(entry.size, 12)} ${typeNames[entry.type]} ` +
    `${String(entry.revision).padStart(9)} ${String(entry.itemIndex).padStart(8)} ${hex(entry.checksum, 8, '0')}`
  );
}

function dumpIndex(repository: string, revision: number): string[] {
  const text = execFileSync('svnfsfs', ['dump-index', repository, '-r', String(revision)], {
    encoding: 'utf8',
  });
  return text.trimEnd().split('\n').slice(1);
}

/** A repository of ten revisions with shards of four, the first two of them packed on demand. */
function createRepository(
  root: string,
  name: string,
  settings: Record<string, number>,
  pack: boolean,
): string {
  const repository = join(root, name);
  execFileSync('svnadmin', ['create', repository]);
  const format = join(repository, 'db', 'format');
  writeFileSync(format, readFileSync(format, 'utf8').replace('sharded 1000', 'sharded 4'));
  const conf = join(repository, 'db', 'fsfs.conf');
  let text = readFileSync(conf, 'utf8');
  for (const [key, value] of Object.entries(settings))
    text = text.replace(new RegExp(`^# ${key} = .*$`, 'm'), `${key} = ${value}`);
  writeFileSync(conf, text);

  const url = `file://${repository}`;
  const tree = join(root, `${name}-tree`);
  mkdirSync(join(tree, 'deep'), { recursive: true });
  let seed = 1;
  const noise = (length: number) =>
    Uint8Array.from({ length }, () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 24);
  for (let i = 0; i < 12; i++) writeFileSync(join(tree, `file${i}`), noise(100 + i * 700));
  writeFileSync(join(tree, 'deep', 'empty'), '');
  for (let revision = 1; revision <= lastRevision; revision++) {
    const parts = ['-q', '-m', `r${revision}`];
    if (revision % 3 === 1) execFileSync('svn', ['import', ...parts, tree, `${url}/import${revision}`]);
    else if (revision % 3 === 2)
      execFileSync('svn', ['mkdir', ...parts, `${url}/a${revision}`, `${url}/b${revision}`]);
    else execFileSync('svn', ['copy', ...parts, `${url}/import1`, `${url}/copy${revision}`]);
  }
  if (pack) execFileSync('svnadmin', ['pack', '-q', repository]);
  return repository;
}

/** The rev or pack file that holds a revision. */
function locate(repository: string, revision: number) {
  const shard = Math.floor(revision / 4);
  const packFile = join(repository, 'db', 'revs', `${shard}.pack`, 'pack');
  return existsSync(packFile)
    ? { path: packFile, firstRevision: shard * 4, count: 4 }
    : {
        path: join(repository, 'db', 'revs', String(shard), String(revision)),
        firstRevision: revision,
        count: 1,
      };
}

describe.skipIf(!hasSvn)('indexes as svn writes them', () => {
  let root: string;
  const repositories: string[] = [];
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'index-format-'));
    const small = { 'block-size': 1, 'l2p-page-size': 4, 'p2l-page-size': 1 };
    for (const pack of [false, true]) {
      repositories.push(createRepository(root, `default-${pack}`, {}, pack));
      repositories.push(createRepository(root, `small-pages-${pack}`, small, pack));
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('entries are those that svnfsfs prints', () => {
    for (const repository of repositories)
      for (let revision = 0; revision <= lastRevision; revision++) {
        const { path, firstRevision } = locate(repository, revision);
        const p2l = openIndexes(readFileSync(path), firstRevision, 4).p2l();
        expect([...p2l.entries()].map(dumpLine)).toEqual(dumpIndex(repository, revision));
      }
  });

  test('serialised again, the indexes and the footer are the same bytes', () => {
    let pages = 0;
    for (const repository of repositories)
      for (let revision = 0; revision <= lastRevision; revision++) {
        const { path, firstRevision, count } = locate(repository, revision);
        const bytes = readFileSync(path);
        const indexes = openIndexes(bytes, firstRevision, 4);
        const { l2pOffset, p2lOffset, footerOffset, l2pChecksum, p2lChecksum } = indexes.footer;
        const l2p = indexes.l2p();
        const p2l = indexes.p2l();
        pages = Math.max(pages, l2p.header.pageOffsets.length - 1, p2l.header.pageCount);

        const l2pBytes = serializeL2pIndex({
          firstRevision,
          pageSize: l2p.header.pageSize,
          revisions: Array.from({ length: count }, (_, i) => l2p.offsetsOf(firstRevision + i)),
        });
        expect(Buffer.from(l2pBytes)).toEqual(bytes.subarray(l2pOffset, p2lOffset));
        expect(md5Hex(l2pBytes)).toBe(l2pChecksum);

        const p2lBytes = serializeP2lIndex({
          firstRevision,
          fileSize: l2pOffset,
          pageSize: p2l.header.pageSize,
          entries: p2l.allEntries(),
        });
        expect(Buffer.from(p2lBytes)).toEqual(bytes.subarray(p2lOffset, footerOffset));
        expect(md5Hex(p2lBytes)).toBe(p2lChecksum);
        expect(Buffer.from(serializeFooter(indexes.footer))).toEqual(bytes.subarray(footerOffset));
      }
    expect(pages).toBeGreaterThan(10);
  });

  test('both indexes agree on every item', () => {
    for (const repository of repositories)
      for (let revision = 0; revision <= lastRevision; revision++) {
        const { path, firstRevision } = locate(repository, revision);
        const indexes = openIndexes(readFileSync(path), firstRevision, 4);
        const l2p = indexes.l2p();
        const p2l = indexes.p2l();
        for (const entry of p2l.entries()) {
          expect(p2l.entryAt(entry.offset)).toEqual(entry);
          if (entry.itemIndex > 0) expect(l2p.offsetOf(entry.revision, entry.itemIndex)).toBe(entry.offset);
        }
      }
  });

  test('damage is reported in the words of svn', () => {
    const repository = repositories[0];
    const { path, firstRevision } = locate(repository, 2);
    const sound = readFileSync(path);
    const { p2lOffset } = openIndexes(sound, firstRevision).footer;
    const compared = new Set<string>();
    const stricter =
      /non-contiguous|Invalid revision in|Invalid item number in|number too large|does not cover/;
    try {
      for (let at = p2lOffset; at < sound.length - 1; at++)
        for (const mask of [0x01, 0x40, 0x80]) {
          const damaged = Buffer.from(sound);
          damaged[at] ^= mask;
          rmSync(path);
          writeFileSync(path, damaged);
          const svn = spawnSync('svnfsfs', ['dump-index', repository, '-r', '2'], {
            encoding: 'utf8',
            timeout: 5000,
          });
          const words = /^svnfsfs: E(\d+): (.*)/.exec(svn.stderr);
          let lines: string[] | undefined;
          let error: unknown;
          try {
            lines = [...openIndexes(damaged, firstRevision).p2l().entries()].map(dumpLine);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(RevstoreError);
            error = thrown;
          }
          const ours =
            error instanceof RevstoreError ? `${error.svnCode} ${error.message.split('\n')[0]}` : undefined;
          if (svn.status === 0) {
            // Where svn reads on, we read the same, or refuse what its verification would.
            if (lines) expect(lines).toEqual(svn.stdout.trimEnd().split('\n').slice(1));
            else expect(ours).toMatch(stricter);
          } else if (words && words[1] !== '000000') {
            expect(ours, `byte ${at - p2lOffset} ^ ${mask}: svn says ${words[2]}`).toBeDefined();
            if (!stricter.test(ours!)) expect(ours).toBe(`${Number(words[1])} ${words[2]}`);
            if (ours === `${Number(words[1])} ${words[2]}`) compared.add(ours);
          } else {
            // The end of an index, which svn reports without a number, or a failed assertion.
            expect(error).toBeDefined();
          }
        }
    } finally {
      writeFileSync(path, sound);
    }
    expect(compared.size).toBeGreaterThan(10);
  });
});
