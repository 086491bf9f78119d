import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { svnMissing } from '@revstore/testkit';
import { beginTransaction, commitTransaction, encodeText, Store } from '@revstore/fsfs';

const reason = svnMissing();

function svn(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  });
}

describe.skipIf(reason)('commits beside Subversion', () => {
  let root: string;
  let repository: string;
  let url: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'revstore-commit-'));
    repository = join(root, 'r');
    url = `file://${repository}`;
    svn('svnadmin', 'create', repository);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  async function begin(store: Store, directories: string[], file: string) {
    const txn = await beginTransaction(store, store.youngest());
    const parent = directories.reduce((row, name) => txn.edits.addBase(row, name), 0);
    const row = txn.edits.addNew(parent, file, 'file', txn.newNumber());
    const text = encodeText(Buffer.from(`text of ${file}\n`), store.provider.lz4, 5);
    txn.edits.setText(row, txn.appendText(text), txn.newNumber());
    return txn;
  }

  /** Everything of a node-revision that Subversion decides: ids, counts, copy roots. */
  function identity(store: Store, path: string) {
    const { id, predecessor, predecessorCount, createdPath, copyRoot, copyFrom } = store
      .tree(store.youngest())
      .get(path);
    return {
      node: id.nodeId.replace(/-[0-9]+$/, ''),
      copy: id.copyId,
      predecessor: predecessor && {
        node: predecessor.nodeId,
        copy: predecessor.copyId,
        revision: predecessor.revision,
      },
      predecessorCount,
      createdPath,
      copyRoot,
      copyFrom,
    };
  }

  it('gives directories below copies the ids, counts and copy roots that svn gives them', async () => {
    svn('svn', 'mkdir', '-q', '--parents', '-m', '', `${url}/trunk/a/b`);
    svn('svn', 'copy', '-q', '-m', '', `${url}/trunk/a`, `${url}/trunk/c`);
    svn('svn', 'mkdir', '-q', '-m', '', `${url}/trunk/c/own`);
    svn('svn', 'copy', '-q', '-m', '', `${url}/trunk`, `${url}/branch`);
    const twin = join(root, 'twin');
    svn('svnadmin', 'hotcopy', '-q', repository, twin);
    writeFileSync(join(root, 'file'), 'text of f\n');

    for (const directories of [
      ['branch', 'c', 'b'],
      ['branch', 'c', 'own'],
      ['branch', 'a'],
      ['trunk', 'c'],
      ['branch', 'c', 'b'],
    ]) {
      const name = `f${readdirSync(join(repository, 'db/revs/0')).length}`;
      const path = [...directories, name].join('/');
      svn('svnmucc', '-m', '', 'put', join(root, 'file'), `file://${twin}/${path}`);
      const store = Store.open(join(repository, 'db'));
      await commitTransaction(store, await begin(store, directories, name), new Map());
      const theirs = Store.open(join(twin, 'db'));
      for (let depth = 0; depth <= directories.length; depth++) {
        const at = '/' + directories.slice(0, depth).join('/');
        const [ours, svns] = [identity(store, at), identity(theirs, at)];
        // Fresh copy ids carry a number of the transaction, which svn counts otherwise.
        const shape = (text: string) => text.replace(/^[0-9a-z]+-/, 'n-');
        expect({ ...ours, copy: shape(ours.copy), predecessor: undefined }).toEqual({
          ...svns,
          copy: shape(svns.copy),
          predecessor: undefined,
        });
        expect(ours.predecessor?.revision).toBe(svns.predecessor?.revision);
      }
    }
    svn('svnadmin', 'verify', '-q', repository);
  });

  it('merges onto what others committed meanwhile, and refuses what they made too', async () => {
    svn('svn', 'mkdir', '-q', '-m', '', `${url}/d`, `${url}/gone`);
    const store = Store.open(join(repository, 'db'));
    const first = await begin(store, ['d'], 'a');
    const second = await begin(store, ['d'], 'b');
    const same = await begin(store, ['d'], 'a');
    const below = await begin(store, ['gone'], 'x');
    svn('svn', 'rm', '-q', '-m', '', `${url}/gone`);
    expect((await commitTransaction(store, first, new Map())).revision).toBe(3);
    expect((await commitTransaction(store, second, new Map())).revision).toBe(4);
    await expect(commitTransaction(store, same, new Map())).rejects.toMatchObject({
      svnCode: 160024,
      message: "Conflict at '/d/a'",
    });
    await expect(commitTransaction(store, below, new Map())).rejects.toMatchObject({
      svnCode: 160024,
      message: "Conflict at '/gone'",
    });
    expect(svn('svn', 'cat', `${url}/d/a`)).toBe('text of a\n');
    expect(svn('svn', 'list', '-R', url)).toBe('d/\nd/a\nd/b\n');
    expect(readdirSync(store.paths.ownTransactions)).toEqual([]);
    svn('svnadmin', 'verify', '-q', repository);
  });

  it('starts new shards as svn does', async () => {
    const format = join(repository, 'db/format');
    svn('sed', '-i', 's/sharded 1000/sharded 2/', format);
    const store = Store.open(join(repository, 'db'));
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await commitTransaction(store, await begin(store, [], name), new Map());
    svn('svnadmin', 'verify', '-q', repository);
    svn('svnadmin', 'pack', '-q', repository);
    await commitTransaction(store, await begin(store, [], 'f'), new Map());
    svn('svnadmin', 'verify', '-q', repository);
    expect(svn('svn', 'list', url)).toBe('a\nb\nc\nd\ne\nf\n');
  });

  it('reads format 7 and refuses to write it', async () => {
    const older = join(root, 'seven');
    svn('svnadmin', 'create', '--compatible-version', '1.9', older);
    svn('svn', 'mkdir', '-q', '-m', '', `file://${older}/d`);
    const store = Store.open(join(older, 'db'));
    expect(store.tree(1).get('/d').kind).toBe('dir');
    await expect(beginTransaction(store, 1)).rejects.toMatchObject({ code: 'UNSUPPORTED_FEATURE' });
    svn('svnadmin', 'verify', '-q', older);
  });
});
