import { cpSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import {
  historyMissing,
  loadHistory,
  svnCommit,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type Change,
  type SvnRepository,
} from '@revstore/testkit';
import { readRepCache, Store, withRepIndex, type RepRow, type StoredRep } from '@revstore/fsfs';
import { describe, expect, it } from 'vitest';

async function svnRows(store: Store): Promise<StoredRep[]> {
  const rows: StoredRep[] = [];
  for await (const row of readRepCache(store.paths)) rows.push(row);
  return rows;
}

function place({ revision, itemIndex, size, expandedSize }: RepRow): RepRow {
  return { revision, itemIndex, size, expandedSize };
}

/** Brings the index up to date and compares it with svn's. */
async function expectSame(store: Store): Promise<number> {
  const rows = await svnRows(store);
  const { value, skipped } = await withRepIndex(store, async (index) => {
    const { unreadable } = await index.catchUp(store.youngest());
    expect(unreadable).toEqual([]);
    expect(index.through).toBe(store.youngest());
    return index.lookupMany(rows.map((row) => row.sha1));
  });
  expect(skipped).toBeUndefined();
  expect(value).toEqual(rows.map(place));
  return rows.length;
}

const revisions: Change[][] = [
  [{ mkdir: 'trunk' }, { put: 'trunk/a', contents: 'a\n' }, { put: 'trunk/b', contents: 'b\n'.repeat(5000) }],
  [
    { propset: 'trunk', name: 'svn:ignore', value: '*.o\n' },
    { propset: 'trunk/a', name: 'own', value: 'x' },
  ],
  [
    { put: 'trunk/empty', contents: '' },
    { propset: 'trunk/empty', name: 'own', value: 'x' },
  ],
  [
    { cp: 'trunk', to: 'branch' },
    { put: 'branch/a', contents: 'other\n' },
  ],
  [{ rm: 'branch/b' }, { put: 'branch/c', contents: 'a\n' }, { propset: 'branch/c', name: 'p', value: 'y' }],
  [{ propdel: 'trunk', name: 'svn:ignore' }],
];

describe.skipIf(svnMissing())('what svn committed', () => {
  function repository(options: { compatibleVersion?: string; pack?: boolean } = {}): Promise<SvnRepository> {
    return svnRepository(join(temporaryDirectory(), 'r'), { revisions, shardSize: 3, ...options });
  }

  it.each([{}, { pack: true }, { compatibleVersion: '1.9' }])(
    'is found with the sizes that svn notes, in %j',
    async (options) => {
      const { path, url } = await repository(options);
      const store = Store.open(join(path, 'db'));
      const before = await expectSame(store);
      expect(before).toBe(8);
      await svnCommit(url, [{ put: 'trunk/later', contents: 'later\n' }]);
      store.refresh();
      expect(await expectSame(store)).toBe(before + 1);
    },
  );

  it('is found in as many calls as time is given for', async () => {
    const { path } = await repository();
    const store = Store.open(join(path, 'db'));
    const { value } = await withRepIndex(store, async (index) => {
      const nothing = await index.catchUp(store.youngest(), { milliseconds: 0 });
      const most = await index.catchUp(4);
      const rest = await index.catchUp(store.youngest());
      const again = await index.catchUp(store.youngest());
      return [nothing, most, rest, again].map(({ through, added }) => [through, added > 0]);
    });
    expect(value).toEqual([
      [0, false],
      [4, true],
      [store.youngest(), true],
      [store.youngest(), false],
    ]);
  });

  it('ends with the reason of an abort', async () => {
    const { path } = await repository();
    const store = Store.open(join(path, 'db'));
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(withRepIndex(store, (index) => index.catchUp(1, { signal }))).rejects.toBe(reason);
  });

  it('is found but for revisions that cannot be read', async () => {
    const { path } = await repository();
    truncateSync(join(path, 'db/revs/0/2'), 50);
    const store = Store.open(join(path, 'db'));
    const { value } = await withRepIndex(store, (index) => index.catchUp(store.youngest()));
    expect(value).toMatchObject({ through: store.youngest(), unreadable: [2] });
  });

  it('is forgotten when the repository became another one behind the same ids', async () => {
    const { path, url } = await repository();
    const backup = join(temporaryDirectory(), 'backup');
    cpSync(path, backup, { recursive: true });
    const lost = [{ put: 'trunk/new', contents: 'lost\n' }];
    await svnCommit(url, lost);
    const store = Store.open(join(path, 'db'));
    await expectSame(store);
    const lostRow = (await svnRows(store)).at(-1)!;
    // A backup is put back over it, and others go on.
    cpSync(join(path, 'db/revstore'), join(backup, 'db/revstore'), { recursive: true });
    rmSync(path, { recursive: true });
    cpSync(backup, path, { recursive: true });
    await svnCommit(url, [{ put: 'trunk/new', contents: 'others went on\n' }, { mkdir: 'trunk/more' }]);
    await svnCommit(url, [{ mkdir: 'trunk/most' }]);
    const restored = Store.open(join(path, 'db'));
    await expectSame(restored);
    expect(await withRepIndex(restored, (index) => index.lookupMany([lostRow.sha1]))).toEqual({
      value: [undefined],
    });
  });
});

describe.skipIf(svnMissing() ?? historyMissing())('the history', { timeout: 300_000 }, () => {
  it.each(['unpacked', 'packed100'] as const)('%s: hits are the rows of rep-cache.db', async (variant) => {
    const path = join(temporaryDirectory(), 'r');
    cpSync((await loadHistory(variant)).path, path, { recursive: true });
    const store = Store.open(join(path, 'db'));
    expect(await expectSame(store)).toBeGreaterThan(7000);
    store.close();
  });
});
