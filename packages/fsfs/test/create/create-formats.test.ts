import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { createFilesystem, type CreateFilesystemOptions } from '../../src/create/index.js';
import { Store } from '../../src/store/index.js';

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

const others: readonly CreateFilesystemOptions[] = [
  ...([3, 4, 6, 7, 8] as const).map((format) => ({ format, layout: 'linear' }) as const),
  ...([7, 8] as const).map((format) => ({ format, addressing: 'physical' }) as const),
  ...([3, 4, 6, 7, 8] as const).map((format) => ({ format, shardSize: 1 })),
];

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

  it.each(releases)('format %i is given another UUID as svnadmin does it', async (format) => {
    const repository = join(temporaryDirectory(), 'r');
    await oracle(['create', repository]);
    const db = join(repository, 'db');
    rmSync(db, { recursive: true });
    createFilesystem(db, { format, flush: 'none' });
    const linesWith = async (uuid: string, set: () => Promise<void>): Promise<number> => {
      await set();
      const lines = readFileSync(join(db, 'uuid'), 'latin1').split('\n');
      expect(lines[0]).toBe(uuid);
      return lines.length;
    };
    const [theirs, ours] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    const expected = await linesWith(theirs, () => oracle(['setuuid', repository, theirs]));
    const store = Store.open(db);
    expect(await linesWith(ours, () => store.setUuid(ours))).toBe(expected);
    expect(store.ids.instanceId === ours).toBe(format < 7);
  });

  it.each(others)('svnadmin verifies %o', async (options) => {
    const repository = join(temporaryDirectory(), 'r');
    await oracle(['create', repository]);
    rmSync(join(repository, 'db'), { recursive: true });
    createFilesystem(join(repository, 'db'), { ...options, flush: 'none' });
    await oracle(['verify', '-q', repository]);
  });
});

it('layouts and addressing that a format does not have are refused', () => {
  const db = join(temporaryDirectory(), 'db');
  expect(() => createFilesystem(db, { format: 2, layout: 'sharded' })).toThrow(/Format 2/);
  expect(() => createFilesystem(db, { format: 6, addressing: 'logical' })).toThrow(/Format 6/);
  expect(() => createFilesystem(db, { layout: 'linear', addressing: 'logical' })).toThrow(/Format 8/);
});
