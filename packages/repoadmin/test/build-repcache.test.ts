import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  repoadmin,
  svnadmin,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type RunResult,
} from '@revstore/testkit';
import { readRepCache, Store } from '@revstore/fsfs';
import { beforeAll, describe, expect, it } from 'vitest';

const any = { expectCode: 'any' } as const;

describe.skipIf(svnMissing())('build-repcache, like svnadmin', () => {
  let original: string;

  beforeAll(async () => {
    original = join(temporaryDirectory(), 'r');
    await svnRepository(original, {
      shardSize: 2,
      revisions: [
        [{ mkdir: 'trunk' }, { put: 'trunk/a', contents: 'a\n' }],
        [{ propset: 'trunk/a', name: 'own', value: 'x' }],
        [{ put: 'trunk/b', contents: 'b\n' }],
      ],
    });
    rmSync(join(original, 'db/rep-cache.db'));
    rmSync(join(original, 'db/rep-cache.db-journal'), { force: true });
  });

  function copy(): string {
    const path = join(temporaryDirectory(), 'r');
    cpSync(original, path, { recursive: true });
    return path;
  }

  async function rows(path: string): Promise<string[]> {
    const found: string[] = [];
    for await (const { sha1, ...row } of readRepCache(Store.open(join(path, 'db')).paths))
      found.push(`${Buffer.from(sha1).toString('hex')} ${JSON.stringify(row)}`);
    return found;
  }

  function told({ code, stdout, stderr }: RunResult, path: string): unknown[] {
    const neutral = (text: string) => text.replaceAll(path, 'PATH').replaceAll('repoadmin', 'svnadmin');
    return [code, neutral(stdout), neutral(stderr)];
  }

  it.each(
    [
      [],
      ['-q'],
      ['-M', '16'],
      ['-r', '2'],
      ['-r', '0'],
      ['-r', '0:1'],
      ['-r', '2:HEAD'],
      ['-r', '3:2'],
      ['-r', '9'],
      ['-r', '1:9'],
      ['-r', 'PREV'],
      ['-r', 'x'],
      ['extra'],
    ].map((args) => ({ args })),
  )('$args', async ({ args }) => {
    const [theirs, ours] = [copy(), copy()];
    const svn = await svnadmin(['build-repcache', theirs, ...args], any);
    const own = await repoadmin(['build-repcache', ours, ...args], any);
    expect(told(own, ours)).toEqual(told(svn, theirs));
    expect(await rows(ours)).toEqual(await rows(theirs));
    await svnadmin(['verify', '-q', ours]);
  });

  it('where sharing is switched off', async () => {
    const path = copy();
    writeFileSync(join(path, 'db/fsfs.conf'), '[rep-sharing]\nenable-rep-sharing = false\n');
    const [svn, own] = [await svnadmin(['build-repcache', path]), await repoadmin(['build-repcache', path])];
    expect(told(own, path)).toEqual(told(svn, path));
    expect(own.stdout).toContain('rep-sharing disabled');
  });

  it('of an empty repository and of none', async () => {
    const path = join(temporaryDirectory(), 'r');
    await svnadmin(['create', path]);
    for (const there of [true, false]) {
      if (!there) rmSync(path, { recursive: true });
      const [svn, own] = [
        await svnadmin(['build-repcache', path], any),
        await repoadmin(['build-repcache', path], any),
      ];
      expect(told(own, path)).toEqual(told(svn, path));
    }
  });

  it('tells what was lost, and what could not be done', async () => {
    const path = copy();
    writeFileSync(join(path, 'db/rep-cache.db'), 'no database\n'.repeat(1000));
    writeFileSync(join(path, 'db/revstore'), 'in the way\n');
    const { stderr } = await repoadmin(['build-repcache', '-q', path]);
    expect(stderr).toMatch(/old rep-cache\.db could not be read.*\n.*own index: /);
    expect(await rows(path)).toHaveLength(3);
  });
});
