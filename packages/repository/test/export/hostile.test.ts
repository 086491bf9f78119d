import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { beginTransaction, commitTransaction, encodeText, Store } from '@revstore/fsfs';
import { createRepository, openRepository } from '@revstore/repository';
import { temporaryDirectory } from '@revstore/testkit';

/** A repository whose root holds what no client could put there: names are written as they are given. */
async function hostileRepository(
  entries: { name: string; link?: string; children?: string[] }[],
): Promise<string> {
  const path = join(temporaryDirectory(), 'repository');
  await createRepository(path);
  const store = Store.open(join(path, 'db'));
  const txn = await beginTransaction(store, 0);
  const add = (parent: number, name: string, text: string, special: boolean): void => {
    const row = txn.edits.addNew(parent, name, 'file', txn.newNumber());
    if (special) txn.edits.setProperties(row, new Map([['svn:special', Buffer.from('*')]]));
    const stored = txn.appendText(encodeText(Buffer.from(text), store.provider.lz4, 5));
    txn.edits.setText(row, stored, txn.newNumber());
  };
  for (const { name, link, children } of entries) {
    if (!children) add(0, name, link === undefined ? 'evil' : `link ${link}`, link !== undefined);
    else {
      const row = txn.edits.addNew(0, name, 'dir', txn.newNumber());
      for (const child of children) add(row, child, 'evil', false);
    }
  }
  await commitTransaction(store, txn, new Map());
  store.close();
  return path;
}

describe('an export stays inside its target', () => {
  it.each(['..', '.', '', 'a/b', '../escaped', '/escaped', 'a\0b'])(
    'refuses an entry named %j',
    async (name) => {
      const scratch = temporaryDirectory();
      await using repository = await openRepository(await hostileRepository([{ name: 'good' }, { name }]));
      await expect(repository.exportTree(join(scratch, 'out'))).rejects.toMatchObject({
        kind: 'corrupt',
        data: { path: '/', revision: 1, actual: name },
      });
      expect(readdirSync(scratch)).toEqual(['out']);
      expect(readdirSync(join(scratch, 'out'))).toEqual([]);
    },
  );

  it.each(['..', 'a/b'])('refuses it in a directory below: %j', async (name) => {
    const scratch = temporaryDirectory();
    await using repository = await openRepository(
      await hostileRepository([{ name: 'dir', children: [name] }]),
    );
    await expect(repository.exportTree(join(scratch, 'out'))).rejects.toMatchObject({ kind: 'corrupt' });
    expect(readdirSync(join(scratch, 'out'), { recursive: true })).toEqual(['dir']);
  });

  it('does not write through a link of its own', async () => {
    const scratch = temporaryDirectory();
    mkdirSync(join(scratch, 'outside'));
    const path = await hostileRepository([{ name: 'link', link: '../outside' }, { name: 'link/evil' }]);
    await using repository = await openRepository(path);
    await expect(repository.exportTree(join(scratch, 'out'))).rejects.toMatchObject({ kind: 'corrupt' });
    expect(readdirSync(join(scratch, 'outside'))).toEqual([]);
  });

  it('does not follow links that are there, even with force', async () => {
    const scratch = temporaryDirectory();
    mkdirSync(join(scratch, 'outside'));
    mkdirSync(join(scratch, 'out'));
    writeFileSync(join(scratch, 'outside/file'), 'mine');
    const path = await hostileRepository([{ name: 'dir', children: ['evil'] }, { name: 'file' }]);
    await using repository = await openRepository(path);

    symlinkSync('../outside', join(scratch, 'out/dir'));
    await expect(repository.exportTree(join(scratch, 'out'), { force: true })).rejects.toMatchObject({
      svnCode: 155007,
    });
    expect(readdirSync(join(scratch, 'outside'))).toEqual(['file']);

    mkdirSync(join(scratch, 'again'));
    symlinkSync('../outside/file', join(scratch, 'again/file'));
    await repository.exportTree(join(scratch, 'again'), { force: true });
    expect(lstatSync(join(scratch, 'again/file')).isFile()).toBe(true);
    expect(existsSync(join(scratch, 'outside/evil'))).toBe(false);
  });
});

it.skipIf(process.platform !== 'linux')('an export below /proc ends with the system’s error', async () => {
  await using repository = await openRepository(await hostileRepository([{ name: 'file' }]));
  await expect(repository.exportTree('/proc/revstore/out')).rejects.toMatchObject({ svnCode: 2 });
});
