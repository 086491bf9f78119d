import { svn, svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { Store } from '@revstore/fsfs';

describe.skipIf(svnMissing())('locks on paths', () => {
  it('are those that svnadmin lists, on a path and below it', async () => {
    const files = ['top', 'a/one', 'a/two', 'a/b/three', 'ab/four', 'a/b/ünï çödé'];
    const { path, url } = await svnRepository(`${temporaryDirectory()}/r`, {
      revisions: [
        [...['a', 'a/b', 'ab'].map((mkdir) => ({ mkdir })), ...files.map((put) => ({ put, contents: put }))],
      ],
    });
    const store = Store.open(`${path}/db`);
    expect([...store.locks.locksBelow('/')]).toEqual([]);
    await svn(['lock', '-q', '-m', 'Mine.\nFor long.', ...files.slice(1).map((file) => `${url}/${file}`)]);
    await svn(['unlock', '-q', `${url}/a/two`]);
    for (const below of ['/', '/a', '/a/b', '/a/b/three', '/ab', '/top', '/nothing']) {
      const { stdout } = await svnadmin(['lslocks', path, below]);
      const told = [
        ...stdout.matchAll(/^Path: (.*)\nUUID Token: (.*)\nOwner: (.*)\nCreated: (\S+) (\S+)/gm),
      ].map(([, lockedPath, token, owner, day, time]) => ({
        path: lockedPath,
        token,
        owner,
        created: `${day}T${time}`,
      }));
      const ours = [...store.locks.locksBelow(below)].map((lock) => ({
        path: lock.path,
        token: lock.token,
        owner: lock.owner,
        created: lock.creationDate.slice(0, 19),
      }));
      const byPath = (a: { path: string }, b: { path: string }) => (a.path < b.path ? -1 : 1);
      expect(ours.sort(byPath), below).toEqual(told.sort(byPath));
    }
    expect([...store.locks.locksBelow('/')]).toHaveLength(4);
    expect(store.locks.lock('/a/one')).toMatchObject({ comment: 'Mine.\nFor long.', isDavComment: false });
    expect(store.locks.lock('/a')).toBeUndefined();
    expect(store.locks.lock('/a/two')).toBeUndefined();
    store.close();
  });
});
