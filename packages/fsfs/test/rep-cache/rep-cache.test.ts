import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  run,
  svnadmin,
  svnCommit,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type Change,
  type SvnRepository,
} from '@revstore/testkit';
import { buildRepCache, readRepCache, Store, withRepIndex, type StoredRep } from '@revstore/fsfs';
import { describe, expect, it } from 'vitest';
import { LockedRepCache } from '../../src/rep-cache/rep-cache-file.js';
import { RepCacheBuilder } from '../../src/rep-cache/rep-cache-builder.js';
import { openSqlite } from '../../src/rep-cache/sqlite.js';

const longText = 'a line of the long text\n'.repeat(3000);
const revisions: Change[][] = [
  [{ mkdir: 'trunk' }, { put: 'trunk/a', contents: 'a\n' }, { put: 'trunk/long', contents: longText }],
  [
    { propset: 'trunk', name: 'svn:ignore', value: '*.o\n' },
    { propset: 'trunk/a', name: 'own', value: 'x'.repeat(2000) },
  ],
  [
    { cp: 'trunk', to: 'branch' },
    { put: 'branch/a', contents: 'other\n' },
  ],
  [
    { put: 'trunk/empty', contents: '' },
    { put: 'branch/long', contents: `${longText}and more\n` },
  ],
];

async function rowsOf(store: Store): Promise<StoredRep[]> {
  const rows: StoredRep[] = [];
  for await (const row of readRepCache(store.paths)) rows.push(row);
  return rows;
}

function cacheFile(path: string): string {
  return join(path, 'db/rep-cache.db');
}

function removeCache(path: string): void {
  rmSync(cacheFile(path));
  rmSync(`${cacheFile(path)}-journal`, { force: true });
}

function repository(compatibleVersion = '1.14'): Promise<SvnRepository> {
  return svnRepository(join(temporaryDirectory(), 'r'), { revisions, shardSize: 3, compatibleVersion });
}

/** Everything in `db` but revisions: what a failed or finished build must not add to. */
function names(path: string): string[] {
  return readdirSync(join(path, 'db')).filter((name) => !name.endsWith('-journal'));
}

describe.skipIf(svnMissing())('rep-cache.db', () => {
  it.each(['1.14', '1.9'])('is built as svnadmin builds it, for %s', async (version) => {
    const { path, url } = await repository(version);
    const store = Store.open(join(path, 'db'));
    removeCache(path);
    await svnadmin(['build-repcache', '-q', path]);
    const theirs = await rowsOf(store);
    const [schema, mode] = [await schemaOf(path), statSync(cacheFile(path)).mode];
    removeCache(path);
    const seen: number[] = [];
    const before = names(path);
    const result = await buildRepCache(store, { onRevision: (revision) => seen.push(revision) });
    expect(result).toEqual({ representations: theirs.length, oldRowsLost: false });
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(await rowsOf(store)).toEqual(theirs);
    expect([await schemaOf(path), statSync(cacheFile(path)).mode]).toEqual([schema, mode]);
    expect(names(path)).toEqual([...before, 'rep-cache.db', 'revstore'].sort());
    await svnadmin(['verify', '-q', path]);
    // svn shares what it finds there.
    await svnCommit(url, [
      { put: 'trunk/again', contents: longText },
      { propset: 'trunk/again', name: 'own', value: 'x'.repeat(2000) },
    ]);
    const again = store.tree(5).get('/trunk/again');
    expect([again.text!.revision, again.properties!.revision]).toEqual([1, 2]);
    await svnadmin(['verify', '-q', path]);
  });

  async function schemaOf(path: string): Promise<unknown> {
    const copy = join(temporaryDirectory(), 'copy.db');
    copyFileSync(cacheFile(path), copy);
    const database = await openSqlite(copy);
    try {
      return [
        database.get('PRAGMA user_version'),
        database.all('PRAGMA table_list(rep_cache)'),
        database.all('PRAGMA table_info(rep_cache)'),
      ];
    } finally {
      database.close();
    }
  }

  it('keeps rows that are there, adds those of a range, and fills our index', async () => {
    const { path } = await repository();
    const store = Store.open(join(path, 'db'));
    const all = await rowsOf(store);
    removeCache(path);
    await buildRepCache(store, { first: 3, last: 3 });
    await buildRepCache(store, { first: 1, last: 2 });
    expect(await rowsOf(store)).toEqual(all.filter(({ revision }) => revision <= 3));
    const { value } = await withRepIndex(store, async (index) => ({
      through: index.through,
      found: await index.lookupMany(all.map(({ sha1 }) => sha1)),
    }));
    expect(value!.through).toBe(2);
    expect(value!.found.map((row) => row?.revision)).toEqual(
      all.map(({ revision }) => (revision <= 3 ? revision : undefined)),
    );
  });

  it('loses rows of revisions that are no more', async () => {
    const { path } = await repository();
    const store = Store.open(join(path, 'db'));
    const all = await rowsOf(store);
    const builder = await RepCacheBuilder.create(store);
    builder.add({ sha1: new Uint8Array(20).fill(9), revision: 99, itemIndex: 3, size: 5, expandedSize: 5 });
    await builder.replace(99);
    expect(await rowsOf(store)).toHaveLength(all.length + 1);
    await buildRepCache(store);
    expect(await rowsOf(store)).toEqual(all);
  });

  it('is made anew where it is no database', async () => {
    const { path } = await repository();
    const store = Store.open(join(path, 'db'));
    const all = await rowsOf(store);
    writeFileSync(cacheFile(path), 'something else\n'.repeat(1000));
    await expect(rowsOf(store)).rejects.toMatchObject({ code: 'SQLITE_ERROR', svnCode: 200030 });
    expect(await buildRepCache(store)).toMatchObject({ oldRowsLost: true });
    expect(await rowsOf(store)).toEqual(all);
    await svnadmin(['verify', '-q', path]);
  });

  it('is taken over as it was before a transaction that was killed', async () => {
    const { path, url } = await repository();
    const store = Store.open(join(path, 'db'));
    const all = await rowsOf(store);
    // A transaction that wrote to the file already, with the journal that takes it back.
    const scratch = join(temporaryDirectory(), 'rep-cache.db');
    copyFileSync(cacheFile(path), scratch);
    const database = await openSqlite(scratch);
    database.exec('PRAGMA cache_size = 1; BEGIN; UPDATE rep_cache SET revision = revision + 10, size = 1;');
    for (let i = 0; i < 2000; i++)
      database.run('INSERT INTO rep_cache VALUES (?, 1, 1, 1, 1)', [i.toString(16).padStart(40, '0')]);
    const [file, journal] = [readFileSync(scratch), readFileSync(`${scratch}-journal`)];
    database.exec('ROLLBACK');
    database.close();
    expect([file.equals(readFileSync(scratch)), journal.length > 512]).toEqual([false, true]);
    const kill = () => {
      writeFileSync(cacheFile(path), file);
      writeFileSync(`${cacheFile(path)}-journal`, journal);
    };
    kill();
    expect(await rowsOf(store)).toEqual(all);
    expect(await buildRepCache(store)).toMatchObject({ oldRowsLost: false });
    expect(existsSync(`${cacheFile(path)}-journal`)).toBe(false);
    expect(await rowsOf(store)).toEqual(all);
    // Nor may a journal without its database get into a new one.
    kill();
    rmSync(cacheFile(path));
    await buildRepCache(store);
    await svnCommit(url, [{ put: 'trunk/later', contents: 'later\n' }]);
    expect(await rowsOf(store)).toHaveLength(all.length + 1);
    await svnadmin(['verify', '-q', path]);
  });

  it('leaves nothing behind when it is given up', async () => {
    const { path } = await repository();
    const store = Store.open(join(path, 'db'));
    const bytes = readFileSync(cacheFile(path));
    const before = names(path);
    const controller = new AbortController();
    const reason = new Error('enough');
    const onRevision = (revision: number) => {
      if (revision === 2) controller.abort(reason);
    };
    const { signal } = controller;
    await expect(buildRepCache(store, { onRevision, signal })).rejects.toBe(reason);
    expect(readFileSync(cacheFile(path)).equals(bytes)).toBe(true);
    expect(names(path)).toEqual(before);
  });

  it('is not built where sharing is off, or the revisions do not exist', async () => {
    const { path } = await repository();
    const store = Store.open(join(path, 'db'));
    await expect(buildRepCache(store, { last: 5 })).rejects.toMatchObject({ svnCode: 160006 });
    expect(await buildRepCache(store, { first: 5 })).toEqual({ representations: 0, oldRowsLost: false });
    writeFileSync(join(path, 'db/fsfs.conf'), '[rep-sharing]\nenable-rep-sharing = false\n');
    const off = Store.open(join(path, 'db'));
    await expect(buildRepCache(off)).rejects.toMatchObject({ svnCode: 160069 });
    const features = { ...off.format.features, number: 3, repSharing: false };
    const old = Object.create(off, { format: { value: { ...off.format, features } } }) as Store;
    await expect(buildRepCache(old)).rejects.toThrow(
      'FSFS format (3) too old for rep-sharing; please upgrade the filesystem.',
    );
  });

  describe.skipIf(process.platform !== 'linux')('locks', () => {
    it('svn holds us off', async () => {
      const { path } = await repository();
      const store = Store.open(join(path, 'db'));
      const thaw = join(temporaryDirectory(), 'thaw');
      const script = 'echo frozen; while [ ! -e "$0" ]; do sleep 0.05; done';
      let frozen!: () => void;
      const freezing = new Promise<void>((resolve) => (frozen = resolve));
      const freeze = svnadmin(['freeze', path, '--', 'sh', '-c', script, thaw], { onOutput: frozen });
      await freezing;
      const signal = AbortSignal.timeout(300);
      await expect(LockedRepCache.open(store.paths, true, signal)).rejects.toMatchObject({
        name: 'TimeoutError',
      });
      const build = buildRepCache(store);
      expect(await Promise.race([build, run('sleep', ['0.5']).then(() => 'waits')])).toBe('waits');
      writeFileSync(thaw, '');
      await freeze;
      expect(await build).toMatchObject({ oldRowsLost: false });
    });

    it('we hold svn off', async () => {
      const { path, url } = await repository();
      const store = Store.open(join(path, 'db'));
      const cache = (await LockedRepCache.open(store.paths, true))!;
      let ended = false;
      const commit = svnCommit(url, [{ put: 'trunk/new', contents: 'new\n' }]).then(() => (ended = true));
      await run('sleep', ['1']);
      expect(ended).toBe(false);
      cache.close();
      await commit;
      expect((await rowsOf(store)).at(-1)!.revision).toBe(5);
    });
  });

  it('is nothing where there is none', async () => {
    const { path } = await repository();
    removeCache(path);
    expect(await rowsOf(Store.open(join(path, 'db')))).toEqual([]);
    expect(existsSync(cacheFile(path))).toBe(false);
  });
});
