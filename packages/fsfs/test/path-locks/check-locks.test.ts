import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { isolation, run, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkLocks, lockPaths, type LockAccess, type LockedChange } from '../../src/path-locks/index.js';
import { lockRepository, lockTree, withStore } from './lock-tree.js';

describe.skipIf(svnMissing())('locks in the way of a commit', () => {
  let path: string;
  let url: string;
  let file: string;
  const token = 'opaquelocktoken:three';

  beforeAll(async () => {
    ({ path, url } = await lockRepository());
    file = join(temporaryDirectory(), 'file');
    writeFileSync(file, 'new');
    await withStore(path, (store) =>
      lockPaths(store, [{ path: 'a/b/three', token }, { path: 'ab/four' }], { username: 'alice' }),
    );
  });

  function refusal(changes: readonly LockedChange[], access: LockAccess): Promise<string> {
    return withStore(path, (store) => {
      try {
        checkLocks(store, changes, access);
        return '';
      } catch (error) {
        const { svnCode, message } = error as { svnCode: number; message: string };
        return `E${svnCode}: ${message}`;
      }
    });
  }

  const change = (at: string, recursive = false): LockedChange => ({ path: at, recursive });
  const owned = "User 'bob' does not own lock on path '/a/b/three' (currently locked by 'alice')";
  const missing = "Cannot verify lock on path '/a/b/three'; no matching lock-token available";

  it.each([
    ['another user', ['put', 'FILE', 'a/b/three'], [change('/a/b/three')], 'bob', `E160039: ${owned}`],
    ['no token', ['put', 'FILE', 'a/b/three'], [change('/a/b/three')], 'alice', `E160037: ${missing}`],
    ['a property', ['propset', 'p', 'v', 'a/b/three'], [change('/a/b/three')], 'bob', `E160039: ${owned}`],
    ['a deletion', ['rm', 'a/b/three'], [change('/a/b/three', true)], 'alice', `E160037: ${missing}`],
    ['a deletion above', ['rm', 'a'], [change('/a', true)], 'bob', `E160039: ${owned}`],
    [
      'a move above',
      ['mv', 'a', 'moved'],
      [change('/moved', true), change('/a', true)],
      'bob',
      `E160039: ${owned}`,
    ],
    [
      'a replacement above',
      ['rm', 'a/b', 'mkdir', 'a/b', 'put', 'FILE', 'a/b/three'],
      [change('/a/b', true), change('/a/b/three', true)],
      'alice',
      `E160037: ${missing}`,
    ],
  ])('%s is refused in the words of svn', async (_, actions, changes, username, expected) => {
    expect(await refusal(changes, { username })).toBe(expected);
    const args = actions.map((word) => (word === 'FILE' ? file : word));
    const { stderr } = await run(
      'svnmucc',
      [...isolation(), '-u', username, '-m', '', '-U', url, '--', ...args],
      { expectCode: 1 },
    );
    expect(stderr).toBe(`svnmucc: ${expected}\n`);
  });

  it('needs a user, and takes the owner with the token', async () => {
    const changes = [change('/a/b', true)];
    const tokens = new Set([token]);
    expect(await refusal(changes, { tokens })).toBe(
      "E160034: Cannot verify lock on path '/a/b/three'; no username available",
    );
    expect(await refusal(changes, { username: 'alice', tokens })).toBe('');
    expect(await refusal(changes, { username: 'bob', tokens })).toBe(`E160039: ${owned}`);
    expect(await refusal(changes, { username: 'alice', tokens: new Set([`${token}x`]) })).toBe(
      `E160037: ${missing}`,
    );
    expect(await refusal([...changes, change('/ab/four')], { username: 'alice', tokens })).toBe(
      "E160037: Cannot verify lock on path '/ab/four'; no matching lock-token available",
    );
  });

  it('lets changes pass that touch nothing locked', async () => {
    const changes = ['/', '/a', '/a/b', '/ab'].map((at) => change(at));
    const beside = ['/a/b/thre', '/a/b/three/x', '/a/b/three2', '/a b', '/a/one'].map((at) =>
      change(at, true),
    );
    expect(await refusal([...changes, ...beside], {})).toBe('');
  });

  it('removes locks that have expired', async () => {
    const { path: other } = await lockRepository();
    await withStore(other, async (store) => {
      const expires = new Date(Date.now() + 100);
      await lockPaths(store, [{ path: 'a/one' }, { path: 'top' }, { path: 'ab/four' }], {
        username: 'alice',
        expires,
      });
      await sleep(120);
      checkLocks(store, [change('/a', true), change('/top')], {});
      expect([...store.locks.storedLocksBelow('/')].map((lock) => lock.path)).toEqual(['/ab/four']);
      checkLocks(store, [change('/', true)], {});
    });
    expect(Object.values(lockTree(other)).filter((entry) => entry.includes('K '))).toEqual([]);
  });
});
