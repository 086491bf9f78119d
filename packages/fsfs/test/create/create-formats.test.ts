import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { createFilesystem } from '../../src/create/index.js';

const releases = [
  [1, '1.3'],
  [2, '1.4'],
  [3, '1.5'],
  [4, '1.6'],
  [6, '1.8'],
  [7, '1.9'],
  [8, '1.14'],
] as const;

/** @throws Error when svnadmin fails, with what it said. */
async function oracle(args: readonly string[]): Promise<void> {
  const { code, stderr } = await svnadmin(args);
  expect(`${code} ${stderr}`).toBe('0 ');
}

/** Each path below a store with its mode; contents where they are the same in every store of a kind. */
function filesOf(db: string): string[] {
  const told = /^(current|format|fs-type|min-unpacked-rev|txn-current|revs.*)$/;
  return readdirSync(db, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const stat = statSync(join(db, name));
      const contents = stat.isFile() && told.test(name) ? readFileSync(join(db, name), 'latin1') : '';
      return `${name} ${stat.mode.toString(8)} ${contents}`;
    });
}

describe.skipIf(svnMissing())('stores of every format', () => {
  it.each(releases)('format %i has the files that svnadmin makes for %s', async (format, release) => {
    const repository = join(temporaryDirectory(), 'r');
    await oracle(['create', '--compatible-version', release, repository]);
    const db = join(repository, 'db');
    const expected = filesOf(db);
    const uuidLines = readFileSync(join(db, 'uuid'), 'latin1').split('\n').length;
    rmSync(db, { recursive: true });
    createFilesystem(db, { format, flush: 'none' });
    expect(filesOf(db)).toEqual(expected);
    expect(readFileSync(join(db, 'uuid'), 'latin1').split('\n')).toHaveLength(uuidLines);
    await oracle(['verify', '-q', repository]);
  });

  it.each([3, 4, 6, 7, 8] as const)('svnadmin verifies format %i in a linear layout', async (format) => {
    const repository = join(temporaryDirectory(), 'r');
    await oracle(['create', repository]);
    rmSync(join(repository, 'db'), { recursive: true });
    createFilesystem(join(repository, 'db'), { format, layout: 'linear', flush: 'none' });
    await oracle(['verify', '-q', repository]);
  });
});

it('layouts and addressing that a format does not have are refused', () => {
  const db = join(temporaryDirectory(), 'db');
  expect(() => createFilesystem(db, { format: 2, layout: 'sharded' })).toThrow(/Format 2/);
  expect(() => createFilesystem(db, { format: 6, addressing: 'logical' })).toThrow(/Format 6/);
  expect(() => createFilesystem(db, { layout: 'linear', addressing: 'logical' })).toThrow(/Format 8/);
});
