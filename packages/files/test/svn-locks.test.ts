import { readFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { svn, svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, test } from 'vitest';
import { acquireLock, isLockedByOthers, tryLock } from '../src/locks/file-lock.js';

describe.skipIf(svnMissing())('beside Subversion', () => {
  /** Starts `svnadmin freeze` and waits until it has the locks. */
  async function freeze(repository: string, seconds: number): Promise<{ readonly ended: Promise<unknown> }> {
    const child = spawn(
      'svnadmin',
      ['freeze', repository, '--', 'sh', '-c', `echo frozen; sleep ${seconds}`],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    return { ended };
  }

  test('svnadmin freeze holds us off, for as long as it lasts', async () => {
    const { path } = await svnRepository(join(temporaryDirectory(), 'r'));
    const lockFile = join(path, 'db/write-lock');
    const frozen = await freeze(path, 1);
    let ended = false;
    void frozen.ended.then(() => (ended = true));
    expect(await tryLock(lockFile)).toBeUndefined();
    expect(await isLockedByOthers(lockFile)).toBe(true);
    const lock = await acquireLock(lockFile);
    // The lock is given up just before the program ends.
    await frozen.ended;
    expect(ended).toBe(true);
    lock.release();
  });

  test.each(['write-lock', 'txn-current-lock'])('we hold a commit of svn off with %s', async (name) => {
    const { path, url } = await svnRepository(join(temporaryDirectory(), 'r'));
    const lock = await acquireLock(join(path, 'db', name));
    let committed = false;
    const commit = svn(['mkdir', '-m', 'A directory.', `${url}/d`]).then(() => (committed = true));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(committed).toBe(false);
    expect(await readFile(join(path, 'db/current'), 'utf8')).toBe('0\n');
    lock.release();
    await commit;
    expect(await readFile(join(path, 'db/current'), 'utf8')).toBe('1\n');
  });

  test('we hold svnadmin pack off with pack-lock', async () => {
    const { path } = await svnRepository(join(temporaryDirectory(), 'r'), {
      shardSize: 2,
      revisions: [[{ mkdir: 'a' }]],
    });
    const lock = await acquireLock(join(path, 'db/pack-lock'));
    let packed = false;
    const pack = svnadmin(['pack', '-q', path]).then(() => (packed = true));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(packed).toBe(false);
    lock.release();
    await pack;
    expect(await readFile(join(path, 'db/min-unpacked-rev'), 'utf8')).toBe('2\n');
  });

  test('sixty-four requests wait while svn holds the lock, and files can be read meanwhile', async () => {
    const { path } = await svnRepository(join(temporaryDirectory(), 'r'));
    const frozen = await freeze(path, 2);
    let acquired = 0;
    const all = Array.from({ length: 64 }, async () => {
      using _lock = await acquireLock(join(path, 'db/write-lock'));
      acquired++;
    });
    for (let i = 0; i < 20; i++) {
      expect(await readFile(join(path, 'db/current'), 'utf8')).toBe('0\n');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(acquired).toBe(0);
    await Promise.all(all);
    expect(acquired).toBe(64);
    await frozen.ended;
  });

  test('commits of svn and a stream of our requests get on beside each other', async () => {
    const { path, url } = await svnRepository(join(temporaryDirectory(), 'r'));
    let commits = 0;
    let ours = 0;
    const theirs = Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        await svn(['mkdir', '-m', 'A directory.', `${url}/d${index}`]);
        commits++;
      }),
    );
    const finished = theirs.then(() => true);
    const chains = Array.from({ length: 3 }, async () => {
      while (commits < 4) {
        const lock = await acquireLock(join(path, 'db/write-lock'));
        await new Promise((resolve) => setTimeout(resolve, 5));
        lock.release();
        ours++;
      }
    });
    expect(await finished).toBe(true);
    await Promise.all(chains);
    expect(ours).toBeGreaterThan(0);
  });
});
