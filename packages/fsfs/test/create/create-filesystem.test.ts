import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { createFilesystem } from '../../src/create/index.js';
import { md5Hex } from '@revstore/bytes';
import { logicalRevisionZero } from '../../src/create/revision-zero.js';

/** Type, mode and path of everything below, and for what is the same in every store, its contents. */
async function listing(db: string): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'find . -printf "%y %m %p\\n" | LC_ALL=C sort -k3'], { cwd: db });
  return stdout;
}

const sameInAll = [
  'fs-type',
  'format',
  'current',
  'min-unpacked-rev',
  'txn-current',
  'txn-current-lock',
  'write-lock',
  'revs/0/0',
];

describe('createFilesystem', () => {
  it('refuses shard sizes that no reader takes', () => {
    for (const shardSize of [0, -1, 1.5, NaN, 1e9])
      expect(() => createFilesystem(join(temporaryDirectory(), 'db'), { shardSize })).toThrow(/Shard size/);
  });

  it('writes a revision 0 whose checksums are right', () => {
    const text = Buffer.from(logicalRevisionZero).toString('latin1');
    const footer = /(\d+) ([0-9a-f]{32}) (\d+) ([0-9a-f]{32})I$/.exec(text)!;
    const [l2p, p2l] = [Number(footer[1]), Number(footer[3])];
    expect(md5Hex(logicalRevisionZero.subarray(l2p, p2l))).toBe(footer[2]);
    expect(md5Hex(logicalRevisionZero.subarray(p2l, footer.index))).toBe(footer[4]);
  });

  it('writes ids, a date and the shard size of its own', () => {
    const db = join(temporaryDirectory(), 'db');
    createFilesystem(db, { shardSize: 7, flush: 'none' });
    const text = (name: string) => readFileSync(join(db, name), 'latin1');
    expect(text('uuid')).toMatch(
      /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\n){2}$/,
    );
    expect(text('revprops/0/0')).toMatch(
      /^K 8\nsvn:date\nV 27\n\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z\nEND\n$/,
    );
    expect(text('format')).toBe('8\nlayout sharded 7\naddressing logical\n');
  });

  it.skipIf(svnMissing()).each([0o022, 0o077, 0o002])(
    'makes the same names, modes and bytes as svn with umask %o',
    async (umask) => {
      const parent = temporaryDirectory();
      const before = process.umask(umask);
      try {
        createFilesystem(join(parent, 'ours'));
        await svnadmin(['create', 'svn'], { cwd: parent });
      } finally {
        process.umask(before);
      }
      expect(await listing(join(parent, 'ours'))).toBe(await listing(join(parent, 'svn/db')));
      for (const name of sameInAll)
        expect(readFileSync(join(parent, 'ours', name))).toEqual(readFileSync(join(parent, 'svn/db', name)));
    },
  );
});
