import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { run, temporaryDirectory } from '@revstore/testkit';
import { createFilesystem, openRepIndex, Store, withRepIndex, type StoredRep } from '@revstore/fsfs';
import { describe, expect, it } from 'vitest';

function sha1(text: string): Uint8Array {
  return createHash('sha1').update(text).digest();
}

function rows(count: number): StoredRep[] {
  return Array.from({ length: count }, (_, i) => ({
    sha1: sha1(`text ${i}`),
    revision: 1,
    itemIndex: i + 3,
    size: i * 1000,
    expandedSize: i * 3000,
  }));
}

/** An empty store, and what its index has. */
function emptyStore(): { store: Store; directory: string } {
  const db = join(temporaryDirectory(), 'db');
  createFilesystem(db);
  const store = Store.open(db);
  return { store, directory: join(db, 'revstore/rep-index') };
}

async function fill(store: Store, wanted: readonly StoredRep[]): Promise<void> {
  expect(await withRepIndex(store, (index) => index.add(wanted, 0))).toEqual({ value: undefined });
}

async function found(store: Store, wanted: readonly StoredRep[]): Promise<number> {
  const { value, skipped } = await withRepIndex(store, (index) =>
    index.lookupMany(wanted.map((row) => row.sha1)),
  );
  expect(skipped).toBeUndefined();
  return value!.filter((row) => row !== undefined).length;
}

describe('the index of representations', () => {
  it('has what was added, in any later handle', async () => {
    const { store } = emptyStore();
    const wanted = rows(2000);
    await fill(store, wanted);
    const { value } = await withRepIndex(store, (index) =>
      index.lookupMany([sha1('none'), ...wanted.map((row) => row.sha1), sha1('nor this')]),
    );
    const expected = wanted.map((row) => ({
      revision: row.revision,
      itemIndex: row.itemIndex,
      size: row.size,
      expandedSize: row.expandedSize,
    }));
    expect(value).toEqual([undefined, ...expected, undefined]);
  });

  it('belongs to one repository and one history of it: another one finds nothing', async () => {
    const { store, directory } = emptyStore();
    const wanted = rows(10);
    await fill(store, wanted);
    const other = emptyStore();
    mkdirSync(join(other.directory, '..'), { recursive: true });
    cpSync(directory, other.directory, { recursive: true });
    expect(await found(other.store, wanted)).toBe(0);
    expect(await found(store, wanted)).toBe(10);
    // A marker beyond the youngest revision.
    await withRepIndex(store, (index) => index.add(wanted, 1));
    expect(await found(store, wanted)).toBe(0);
  });

  it('does not take revisions for known that it has not seen', async () => {
    const { store } = emptyStore();
    const through = await withRepIndex(store, async (index) => {
      await index.add(rows(1), 7, 5);
      return index.through;
    });
    expect(through).toEqual({ value: 0 });
  });

  it('is had in turn by the handles of one process', async () => {
    const { store } = emptyStore();
    const second = Store.open(store.paths.db);
    const wanted = rows(40);
    const uses = wanted.map((row, i) =>
      withRepIndex(i % 2 ? store : second, (index) => index.add([row], 0), { waitMilliseconds: 30_000 }),
    );
    expect(await Promise.all(uses)).toEqual(wanted.map(() => ({ value: undefined })));
    expect(await found(store, wanted)).toBe(40);
  });

  it('is busy while another handle or another process has it', async () => {
    const { store } = emptyStore();
    const { index } = await openRepIndex(store);
    expect((await openRepIndex(store, { waitMilliseconds: 20 })).skipped?.reason).toBe('busy');
    await index!.close();
    const script = `import('@revstore/fsfs').then(async ({ Store, openRepIndex }) => {
      await openRepIndex(Store.open(${JSON.stringify(store.paths.db)}));
      console.log('open');
      setInterval(() => {}, 1000);
    });`;
    const controller = new AbortController();
    let opened!: () => void;
    const open = new Promise<void>((resolve) => (opened = resolve));
    const other = run(process.execPath, ['-e', script], {
      cwd: import.meta.dirname,
      signal: controller.signal,
      expectCode: 'any',
      onOutput: opened,
    });
    await open;
    expect((await openRepIndex(store, { waitMilliseconds: 20 })).skipped?.reason).toBe('busy');
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(openRepIndex(store, { signal })).rejects.toBe(reason);
    controller.abort();
    await other;
    expect(await found(store, [])).toBe(0);
  });

  it('can only be closed after close', async () => {
    const { store } = emptyStore();
    const { index } = await openRepIndex(store);
    await index!.close();
    await index!.close();
    await expect(index!.lookupMany([sha1('x')])).rejects.toThrow(TypeError);
  });

  it('is kept where closing left an empty table behind', async () => {
    const { store, directory } = emptyStore();
    const wanted = rows(40);
    await fill(store, wanted);
    writeFileSync(join(directory, '999990.ldb'), '');
    expect(await found(store, wanted)).toBe(wanted.length);
  });

  it('lets errors of its user pass, and the next one have it', async () => {
    const { store } = emptyStore();
    const error = new Error('of the caller');
    await expect(withRepIndex(store, () => Promise.reject(error))).rejects.toBe(error);
    expect(await found(store, [])).toBe(0);
  });
});

describe('a damaged index', () => {
  const wanted = rows(3000);

  async function damaged(change: (directory: string) => void): Promise<{ store: Store; directory: string }> {
    const made = emptyStore();
    await fill(made.store, wanted);
    // Opening again turns the log into a table.
    await fill(made.store, wanted.slice(0, 10));
    change(made.directory);
    return made;
  }

  const file = (directory: string, pattern: RegExp) =>
    join(
      directory,
      readdirSync(directory).find((name) => pattern.test(name))!,
    );
  const cut = (path: string) => truncateSync(path, statSync(path).size >> 1);
  function flip(path: string): void {
    const bytes = readFileSync(path);
    for (let i = 0; i < bytes.length; i += 37) bytes[i] ^= 0xff;
    writeFileSync(path, bytes);
  }

  it.each<[string, (directory: string) => void]>([
    ['no CURRENT', (at) => rmSync(join(at, 'CURRENT'))],
    ['a cut CURRENT', (at) => cut(join(at, 'CURRENT'))],
    ['a CURRENT of other bytes', (at) => flip(join(at, 'CURRENT'))],
    ['no manifest', (at) => rmSync(file(at, /MANIFEST/))],
    ['a cut manifest', (at) => cut(file(at, /MANIFEST/))],
    ['a manifest of other bytes', (at) => flip(file(at, /MANIFEST/))],
    ['no table', (at) => rmSync(file(at, /ldb$/))],
    ['a cut table', (at) => cut(file(at, /ldb$/))],
    ['an empty table', (at) => truncateSync(file(at, /ldb$/), 0)],
    ['a table of other bytes', (at) => flip(file(at, /ldb$/))],
    ['a log of other bytes', (at) => flip(file(at, /\.log$/))],
    [
      'a file in its place',
      (at) => {
        rmSync(at, { recursive: true });
        writeFileSync(at, 'no directory\n');
      },
    ],
  ])('%s: is at worst skipped once, then begun anew', async (_, change) => {
    const { store } = await damaged(change);
    const first = await withRepIndex(store, (index) => index.lookupMany(wanted.map((row) => row.sha1)));
    if (first.skipped) expect(first.skipped.reason).toBe('damaged');
    await fill(store, wanted);
    expect(await found(store, wanted)).toBe(wanted.length);
    expect(readdirSync(store.paths.in('revstore')).sort()).toEqual(['rep-index', 'rep-index.lock']);
  });
});

describe('files of the index', () => {
  it('have the mode of current, whatever the umask', async () => {
    const { store, directory } = emptyStore();
    chmodSync(store.paths.current, 0o664);
    chmodSync(store.paths.in('transactions'), 0o2775);
    const before = process.umask(0o077);
    try {
      await fill(store, rows(10));
      await fill(store, rows(10));
    } finally {
      process.umask(before);
    }
    const modes = readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o7777);
    expect(new Set(modes)).toEqual(new Set([0o664]));
    expect(statSync(directory).mode & 0o7777).toBe(0o2775);
    expect(statSync(join(directory, '..')).mode & 0o7777).toBe(0o2775);
  });

  describe.skipIf(process.getuid?.() !== 0)('of other users', () => {
    /** Uses the index as another user does; root may do everything. */
    async function as(uid: number, gid: number, store: Store): Promise<unknown> {
      const script = `const { Store, withRepIndex } = await import('@revstore/fsfs');
        await import('level');
        process.umask(0o077);
        process.setgroups([]);
        process.setgid(${gid});
        process.setuid(${uid});
        const store = Store.open(${JSON.stringify(store.paths.db)});
        console.log(JSON.stringify(await withRepIndex(store, (index) => index.add([], 0))));`;
      const args = ['--input-type=module', '-e', script];
      return JSON.parse((await run(process.execPath, args, { cwd: import.meta.dirname })).stdout);
    }

    it('who may not write are no harm', async () => {
      const { store, directory } = emptyStore();
      await fill(store, rows(10));
      chmodSync(join(store.paths.db, '..'), 0o755);
      expect(await as(65_534, 65_534, store)).toMatchObject({ skipped: { reason: 'denied' } });
      rmSync(directory, { recursive: true });
      expect(await as(65_534, 65_534, store)).toMatchObject({ skipped: { reason: 'denied' } });
      expect(existsSync(directory)).toBe(false);
    });

    it('of one group are shared with them', async () => {
      const { store } = emptyStore();
      const group = 65_000;
      chmodSync(join(store.paths.db, '..'), 0o755);
      await run('chgrp', ['-R', `${group}`, store.paths.db]);
      await run('chmod', ['-R', 'g+rwX', store.paths.db]);
      await run('find', [store.paths.db, '-type', 'd', '-exec', 'chmod', 'g+s', '{}', '+']);
      for (const uid of [65_001, 65_002, 65_001, 65_002]) expect(await as(uid, group, store)).toEqual({});
    });
  });
});
