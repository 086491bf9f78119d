import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository } from '@revstore/repository';
import {
  run,
  svn,
  svnadmin,
  svnCommit,
  svnMissing,
  svnRepository,
  temporaryDirectory,
} from '@revstore/testkit';
import { describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('a handle that lives long', () => {
  it('sees commits, packs, changed revision properties and another UUID', async () => {
    const { path, url } = await svnRepository(join(temporaryDirectory(), 'r'), {
      shardSize: 2,
      revisions: [[{ put: 'a', contents: 'one\n' }], [{ put: 'b', contents: 'two\n' }]],
    });
    await using repository = await openRepository(path);
    await using old = await repository.revision(2);
    expect(Buffer.from(await old.readFile('/a')).toString()).toBe('one\n');
    const log = async (revision: number) =>
      Buffer.from((await repository.revisionProperties(revision)).get('svn:log') ?? []).toString();
    expect(await log(1)).toBe('A change.');

    await svnCommit(url, [{ put: 'a', contents: 'three\n' }]);
    expect(await repository.youngest()).toBe(3);
    await svnadmin(['pack', '-q', path]);
    expect(Buffer.from(await old.readFile('/b')).toString()).toBe('two\n');
    expect(await log(1)).toBe('A change.');
    writeFileSync(join(path, 'new'), 'new');
    await svnadmin(['setrevprop', path, '-r', '1', 'svn:log', join(path, 'new')]);
    expect(await log(1)).toBe('new');
    expect((await repository.commit([{ type: 'make-directory', path: '/d' }])).revision).toBe(4);
    await svnadmin(['setuuid', path]);
    expect((await repository.commit([{ type: 'make-directory', path: '/e' }])).revision).toBe(5);
    await svn(['list', url]);
    await svnadmin(['verify', '-q', path]);
  });

  it('ends with one clear error where another repository took its place', async () => {
    const directory = temporaryDirectory();
    const { path } = await svnRepository(join(directory, 'r'), { revisions: [[{ mkdir: 'a' }]] });
    const { path: other } = await svnRepository(join(directory, 'other'), { revisions: [[{ mkdir: 'b' }]] });
    await using repository = await openRepository(path);
    await using view = await repository.revision(1);
    expect(await view.exists('/a')).toBe(true);
    renameSync(path, join(directory, 'away'));
    await expect(repository.youngest()).rejects.toMatchObject({ kind: 'not-found' });
    renameSync(other, path);
    const replaced = {
      code: 'STORE_REPLACED',
      message: expect.stringContaining('was replaced by another one'),
    };
    await expect(repository.youngest()).rejects.toMatchObject(replaced);
    await expect(view.exists('/a')).rejects.toMatchObject(replaced);
    await expect(repository.commit([{ type: 'make-directory', path: '/x' }])).rejects.toMatchObject(replaced);
  });

  it('does not mix up histories where an older state was put back in place', async () => {
    const directory = temporaryDirectory();
    const { path, url } = await svnRepository(join(directory, 'r'), {
      revisions: [[{ put: 'a', contents: 'one\n' }]],
    });
    await run('cp', ['-a', path, join(directory, 'backup')]);
    await using repository = await openRepository(path);
    await svnCommit(url, [{ put: 'a', contents: 'two\n' }, { mkdir: 'd' }]);
    await using view = await repository.revision(2);
    expect(Buffer.from(await view.readFile('/a')).toString()).toBe('two\n');
    // As rsync does: files are replaced, the directories stay.
    for (const file of ['db/revs/0/2', 'db/revprops/0/2', 'db/rep-cache.db']) rmSync(join(path, file));
    await run('cp', ['-a', join(directory, 'backup/db/current'), join(path, 'db/current')]);
    await run('cp', ['-a', join(directory, 'backup/db/rep-cache.db'), join(path, 'db/rep-cache.db')]);
    expect(await repository.youngest()).toBe(1);
    await svnCommit(url, [{ put: 'a', contents: 'other\n' }]);
    expect(Buffer.from(await view.readFile('/a')).toString()).toBe('other\n');
    expect(await view.exists('/d')).toBe(false);
  });
});
