import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isolation, run, svn, svnadmin, svnCommit, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { lockDigest, lockPaths, unlockPaths, type LockTarget } from '../../src/path-locks/index.js';
import { lockedFiles, lockRepository, lockTree, svnToken, withStore } from './lock-tree.js';

const failing = { expectCode: 1 } as const;

function lock(path: string, targets: readonly LockTarget[], options: Parameters<typeof lockPaths>[2] = {}) {
  return withStore(path, (store) => lockPaths(store, targets, { username: 'alice', ...options }));
}

function unlock(
  path: string,
  targets: readonly LockTarget[],
  options: Parameters<typeof unlockPaths>[2] = {},
) {
  return withStore(path, (store) => unlockPaths(store, targets, { username: 'alice', ...options }));
}

describe.skipIf(svnMissing())('locking', () => {
  it('leaves the files that svn leaves, step by step, modes and groups included', async () => {
    const { path, url } = await lockRepository();
    // As a repository shared by a group has it.
    for (const directory of ['db', 'db/revs', 'db/revs/0']) chmodSync(join(path, directory), 0o2775);
    chmodSync(join(path, 'db/revs/0/0'), 0o664);
    const ours = `${temporaryDirectory()}/ours`;
    cpSync(path, ours, { recursive: true });
    const at = (file: string) => `${url}/${encodeURI(file)}`;
    const same = (step: string) => expect(lockTree(ours), step).toEqual(lockTree(path));
    const alice = ['-q', '--username', 'alice'];

    await svn(['lock', ...alice, '-m', 'Mine.\nFor long.', ...lockedFiles.map(at)]);
    await lock(
      ours,
      lockedFiles.map((file) => ({ path: file })),
      { comment: 'Mine.\nFor long.' },
    );
    same('lock');
    expect(Object.keys(lockTree(ours)).length).toBeGreaterThan(15);

    await svn(['lock', '-q', '--username', 'bob', '--force', at('a/one')]);
    await lock(ours, [{ path: '/a/one' }], { username: 'bob', steal: true });
    same('steal');

    const name = 'a/two';
    await svnadmin(['unlock', '-q', path, name, 'alice', await svnToken(at(name))]);
    const token = await withStore(ours, (store) => store.locks.lock(`/${name}`)!.token);
    expect(await unlock(ours, [{ path: name, token }])).toEqual([{ path: `/${name}` }]);
    same('unlock');

    const comment = join(temporaryDirectory(), 'comment');
    writeFileSync(comment, '');
    await svnadmin(['lock', path, name, 'carol', comment, 'opaquelocktoken:mine']);
    await lock(ours, [{ path: name, token: 'opaquelocktoken:mine' }], { username: 'carol', comment: '' });
    same('lock with a token');
    expect(lockTree(ours)[`/${lockDigest('/a/two').slice(0, 3)}/${lockDigest('/a/two')}`]).toContain(
      'opaquelocktoken:mine',
    );

    await svn(['unlock', ...alice, '--force', ...lockedFiles.slice(1).map(at)]);
    await unlock(
      ours,
      lockedFiles.slice(1).map((file) => ({ path: file })),
      { force: true },
    );
    same('break');
    await svnadmin(['rmlocks', '-q', path, 'top']);
    await unlock(ours, [{ path: 'top' }], { force: true });
    same('break the last');
    expect(
      readdirSync(join(ours, 'db/locks'), { recursive: true }).filter((file) => file.length > 4),
    ).toEqual([]);
  });

  it('tells for each path why it is not locked, as svn does', async () => {
    const { path, url } = await lockRepository();
    await svnCommit(url, [{ put: 'a/two', contents: 'newer' }]);
    const paths = ['a', '/nope', 'top', 'top/below', 'a/one', '//a//one/', '/'];
    await svn(['lock', '-q', '--username', 'bob', `${url}/top`]);
    const results = await lock(
      path,
      [
        ...paths.map((name) => ({ path: name })),
        { path: 'a/two', currentRevision: 1 },
        { path: 'a/b/three', currentRevision: 1 },
        { path: 'a/b/four', currentRevision: 1 },
        { path: 'a/b/five', currentRevision: 7 },
        { path: 'ab/four', currentRevision: 7 },
        { path: 'a b/five', token: 'mine' },
        { path: 'a/ünï', token: 'opaquelocktoken:ü' },
      ],
      { comment: 'x' },
    );
    const uuid = await withStore(path, (store) => store.ids.uuid);
    expect(
      results.map((result) => [
        result.path,
        result.lock ? 'locked' : `E${result.error!.svnCode}: ${result.error!.message}`,
      ]),
    ).toEqual([
      ['/', `E160017: '/' is not a file in filesystem '${uuid}'`],
      ['/a', `E160017: '/a' is not a file in filesystem '${uuid}'`],
      ['/a/b/five', `E160042: Path '/a/b/five' doesn't exist in HEAD revision`],
      ['/a/b/four', `E160042: Path '/a/b/four' doesn't exist in HEAD revision`],
      ['/a/b/three', 'locked'],
      ['/a/one', 'locked'],
      ['/a/two', `E160042: Lock failed: newer version of '/a/two' exists`],
      ['/a/ünï', `E160037: Lock token 'opaquelocktoken:ü' is not ASCII or is a control character at byte 16`],
      ['/a b/five', `E160037: Lock token URI 'mine' has bad scheme; expected 'opaquelocktoken'`],
      ['/ab/four', 'E160006: No such revision 7'],
      ['/nope', `E160013: Path '/nope' doesn't exist in HEAD revision`],
      ['/top', `E160035: Path '/top' is already locked by user 'bob' in filesystem '${uuid}'`],
      ['/top/below', `E160013: Path '/top/below' doesn't exist in HEAD revision`],
    ]);
    const { stdout } = await svnadmin(['lslocks', path]);
    expect([...stdout.matchAll(/^Path: (.*)\n.*\nOwner: (.*)$/gm)].map((row) => row.slice(1)).sort()).toEqual(
      [
        ['/a/b/three', 'alice'],
        ['/a/one', 'alice'],
        ['/top', 'bob'],
      ],
    );
    // svn says the same.
    for (const name of ['a', 'nope', 'top', 'top/below']) {
      const { stderr } = await svn(['lock', '--username', 'alice', `${url}/${name}`], failing);
      expect(stderr).toContain(results.find((result) => result.path === `/${name}`)!.error!.message);
    }
  });

  it('takes no comment that XML cannot carry, and nothing without a user', async () => {
    const { path } = await lockRepository();
    for (const comment of ['a\x01b', 'nul\0', 'half \ud800'])
      await expect(lock(path, [{ path: 'top' }], { comment })).rejects.toMatchObject({ svnCode: 130004 });
    await expect(lock(path, [{ path: 'top' }], { expires: new Date(NaN) })).rejects.toThrow(TypeError);
    await withStore(path, async (store) => {
      const message = `No username is currently associated with filesystem '${store.ids.uuid}'`;
      await expect(lockPaths(store, [{ path: 'top' }], {})).rejects.toMatchObject({
        svnCode: 160034,
        message,
      });
      await expect(unlockPaths(store, [{ path: 'top' }], { force: true })).rejects.toMatchObject({
        svnCode: 160034,
      });
    });
    expect(lockTree(path)).toEqual({});
    const [result] = await lock(path, [{ path: 'top' }], {
      comment: 'tab\t, line\r\n, \x7f, ünï',
      isDavComment: true,
    });
    expect(await withStore(path, (store) => store.locks.lock('/top'))).toEqual(result!.lock);
    expect((await svnadmin(['lslocks', path])).stdout).toContain('tab\t, line\r\n, \x7f, ünï');
    expect(result!.lock).toMatchObject({ isDavComment: true, owner: 'alice' });
  });

  it('refreshes a lock by its token, and unlocks by token and owner', async () => {
    const { path } = await lockRepository();
    const token = 'opaquelocktoken:kept';
    const [first] = await lock(path, [{ path: 'top', token }]);
    const [again] = await lock(path, [{ path: 'top', token }], {
      steal: true,
      comment: 'refreshed',
      expires: new Date('2999-01-01'),
    });
    expect(again!.lock).toMatchObject({ token, expirationDate: '2999-01-01T00:00:00.000000Z' });
    expect(again!.lock!.creationDate > first!.lock!.creationDate).toBe(true);
    expect((await svnadmin(['lslocks', path])).stdout).toContain('Expires: 2999-01-01 00:00:00 +0000');

    const told = async (target: LockTarget, options?: Parameters<typeof unlockPaths>[2]) => {
      const [{ error } = {}] = await unlock(path, [target], options);
      return error && `E${error.svnCode}: ${error.message}`;
    };
    const uuid = await withStore(path, (store) => store.ids.uuid);
    const none = `E160040: No lock on path '/top' in filesystem '${uuid}'`;
    expect(await told({ path: 'top' })).toBe(none);
    expect(await told({ path: 'top', token: 'opaquelocktoken:other' })).toBe(none);
    expect(await told({ path: 'top', token }, { username: 'bob' })).toBe(
      `E160039: User 'bob' is trying to use a lock owned by 'alice' in filesystem '${uuid}'`,
    );
    for (const args of [
      ['alice', 'opaquelocktoken:other'],
      ['bob', token],
    ]) {
      const { stderr } = await svnadmin(['unlock', path, 'top', ...args], failing);
      expect(stderr).toBe(
        `svnadmin: ${await told({ path: 'top', token: args[1]! }, { username: args[0]! })}\n`,
      );
    }
    expect(await told({ path: 'top', token })).toBeUndefined();
    expect(await told({ path: 'top', token })).toBe(none);
    expect(await told({ path: 'top' }, { force: true })).toBe(none);
  });

  it('lets locks expire: nobody sees them any more, and who writes removes them', async () => {
    const { path, url } = await lockRepository();
    const soon = () => ({ username: 'bob', expires: new Date(Date.now() + 300) });
    await lock(path, [{ path: 'top' }, { path: 'a/b/three' }], soon());
    const [refused] = await lock(path, [{ path: 'top' }]);
    expect(refused!.error).toMatchObject({ svnCode: 160035 });
    await sleep(320);
    expect(await withStore(path, (store) => [...store.locks.locksBelow('/')])).toEqual([]);
    expect((await svnadmin(['lslocks', path])).stdout).toBe('');
    const [{ error } = {}] = await unlock(path, [{ path: 'top' }], { force: true });
    expect(error).toMatchObject({ svnCode: 160041 });
    expect(error!.message).toMatch(/^Lock has expired: lock-token 'opaquelocktoken:/);
    await svn(['rm', '-q', '-m', '', '--username', 'carol', `${url}/a`]);
    expect(Object.values(lockTree(path)).some((entry) => entry.includes('owner'))).toBe(false);

    await lock(path, [{ path: 'top' }], soon());
    await sleep(320);
    const [made] = await lock(path, [{ path: 'top' }]);
    expect(made!.lock).toMatchObject({ owner: 'alice' });
    expect((await svnadmin(['lslocks', path])).stdout).toMatch(/^Path: \/top\n.*\nOwner: alice$/m);
  });

  it('keeps the index of a directory whose place a locked file took', async () => {
    const { path, url } = await lockRepository();
    await lock(path, [{ path: 'a/b/three' }]);
    // As svn leaves it after `svn commit --no-unlock` of a deletion.
    const hidden = `${path}/db/hidden`;
    renameSync(`${path}/db/locks`, hidden);
    await svnCommit(url, [{ rm: 'a/b' }, { put: 'a/b', contents: 'a file' }]);
    renameSync(hidden, `${path}/db/locks`);
    await lock(path, [{ path: 'a/b' }]);
    const below = (at: string) =>
      withStore(path, (store) => [...store.locks.locksBelow(at)].map((lock) => lock.path));
    expect(await below('/a/b')).toEqual(['/a/b', '/a/b/three']);
    await unlock(path, [{ path: 'a/b' }], { force: true });
    expect(await below('/a/b')).toEqual(['/a/b/three']);
    expect(await below('/')).toEqual(['/a/b/three']);
  });

  it('takes the mode of the pack file where revision 0 is packed, and tells what it may not write', async () => {
    const { path } = await lockRepository({ shardSize: 2, pack: true });
    chmodSync(join(path, 'db/revs/0.pack/pack'), 0o664);
    await lock(path, [{ path: 'top' }]);
    const digest = lockDigest('/top');
    expect(lockTree(path)[`/${digest.slice(0, 3)}/${digest}`]).toMatch(/^664 /);
    rmSync(join(path, 'db/write-lock'));
    mkdirSync(join(path, 'db/write-lock'));
    await expect(lock(path, [{ path: 'a/one' }])).rejects.toMatchObject({ kind: 'io' });
  });
});

describe.skipIf(svnMissing())('lockers of both programs at once', () => {
  it('let one win a path, and lose no entry of an index', { timeout: 120_000 }, async () => {
    const { path, url } = await lockRepository();
    const file = join(temporaryDirectory(), 'x');
    writeFileSync(file, 'x');
    const puts = Array.from({ length: 8 }, (_, i) => ['put', file, `a/n${i}`]).flat();
    await run('svnmucc', [...isolation(), '-m', '', '-U', url, '--', ...puts]);
    for (let round = 0; round < 4; round++) {
      const contested = Array.from({ length: 3 }, (_, i) => [
        svn(['lock', '--username', `svn${i}`, `${url}/top`], { expectCode: 'any' }).then(({ code }) =>
          code === 0 ? `svn${i}` : undefined,
        ),
        lock(path, [{ path: 'top' }], { username: `ours${i}` }).then(([result]) => result!.lock?.owner),
      ]).flat();
      const own = Array.from({ length: 8 }, (_, i) =>
        i % 2 ? svn(['lock', '-q', '--username', 'u', `${url}/a/n${i}`]) : lock(path, [{ path: `a/n${i}` }]),
      );
      const winners = (await Promise.all(contested)).filter((name) => name !== undefined);
      await Promise.all(own);
      expect(winners).toHaveLength(1);
      const { stdout } = await svnadmin(['lslocks', path]);
      expect([...stdout.matchAll(/^Path: (.*)$/gm)].map((match) => match[1]).sort()).toEqual([
        ...Array.from({ length: 8 }, (_, i) => `/a/n${i}`),
        '/top',
      ]);
      expect(stdout).toMatch(new RegExp(`^Path: /top\\n.*\\nOwner: ${winners[0]}$`, 'm'));
      await Promise.all([
        ...Array.from({ length: 4 }, (_, i) => svn(['unlock', '-q', '--force', `${url}/a/n${i}`])),
        unlock(
          path,
          ['top', ...Array.from({ length: 4 }, (_, i) => `a/n${i + 4}`)].map((name) => ({ path: name })),
          { force: true },
        ),
      ]);
      expect(Object.values(lockTree(path)).filter((entry) => entry.includes('K '))).toEqual([]);
    }
  });
});
