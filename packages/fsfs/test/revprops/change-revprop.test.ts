import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTemporaryName } from '@revstore/files';
import { setFileSystemObserver } from '@revstore/files/observer';
import { changeRevprop, Store } from '@revstore/fsfs';
import { svn, svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { randomNumbers } from '../tree/random-history.js';
import { dumpedRevision } from '../whole-tree.js';

const youngest = 9;

type Properties = Record<string, string>;

const configurations = [
  '[packed-revprops]\ncompress-packed-revprops = false',
  '[packed-revprops]\ncompress-packed-revprops = true',
  '[packed-revprops]\nrevprop-pack-size = 1\ncompress-packed-revprops = true',
];

/** Ten revisions in shards of four; two shards are packed where asked. */
async function repository(options: { readonly configuration?: string; readonly pack: boolean }) {
  return svnRepository(join(temporaryDirectory(), 'r'), {
    shardSize: 4,
    revisions: Array.from({ length: youngest }, (_, i) => [{ mkdir: `d${i}` }]),
    ...options,
  });
}

function ours(path: string): Properties[] {
  const store = Store.open(join(path, 'db'));
  try {
    return Array.from({ length: youngest + 1 }, (_, revision) =>
      Object.fromEntries(
        [...store.revprops.read(revision)].map(([name, bytes]) => [
          name,
          Buffer.from(bytes).toString('latin1'),
        ]),
      ),
    );
  } finally {
    store.close();
  }
}

async function theirs(path: string, first = 0, last = youngest): Promise<Properties[]> {
  const all: Properties[] = [];
  for (let revision = first; revision <= last; revision++)
    all.push((await dumpedRevision(path, revision)).properties);
  return all;
}

function bytes(length: number, seed: number): Buffer {
  const random = randomNumbers(seed);
  return Buffer.from(Uint8Array.from({ length }, () => (seed % 2 ? random(256) : 0x61 + random(3))));
}

afterEach(() => {
  setFileSystemObserver(undefined);
});

describe.skipIf(svnMissing())('a changed revision property', () => {
  for (const configuration of configurations)
    it(`is what svn reads, whatever the size: ${configuration.replace(/\n/g, ' ')}`, async () => {
      for (const pack of [false, true]) {
        const { path } = await repository({ configuration, pack });
        const store = Store.open(join(path, 'db'));
        const expected = await theirs(path);
        const random = randomNumbers(7);
        for (let i = 0; i < 60; i++) {
          const revision = random(youngest + 1);
          const name = ['svn:log', 'p', 'bin', 'x:y'][random(4)];
          const value = random(4) === 0 ? undefined : bytes([0, 5, 300, 3000, 70_000][random(5)], i);
          const before = await changeRevprop(store, revision, name, value);
          const text = expected[revision][name] as string | undefined;
          expect(before && Buffer.from(before).toString('latin1')).toBe(text);
          if (value === undefined) delete expected[revision][name];
          else expected[revision][name] = value.toString('latin1');
          if (i % 20 !== 19) continue;
          expect(ours(path)).toEqual(expected);
          expect(await theirs(path)).toEqual(expected);
        }
        store.close();
        await svnadmin(['verify', '-q', path]);
        if (pack) expect(readdirSync(join(path, 'db/revprops/1.pack')).length).toBeGreaterThan(2);
      }
    });

  it('leaves the same files as svn where it leaves packs', async () => {
    for (const configuration of configurations) {
      const { path } = await repository({ configuration, pack: true });
      const other = join(temporaryDirectory(), 'r');
      cpSync(path, other, { recursive: true });
      const store = Store.open(join(path, 'db'));
      const file = join(temporaryDirectory(), 'value');
      for (const [i, [revision, length]] of [
        [5, 300],
        [1, 20_000],
        [6, 70_000],
        [7, 20],
        [4, 70_000],
        [6, 1],
      ].entries()) {
        const value = bytes(length, i * 2);
        await changeRevprop(store, revision, 'p', value);
        writeFileSync(file, value);
        await svnadmin(['setrevprop', other, '-r', `${revision}`, 'p', file]);
      }
      store.close();
      for (const shard of ['0.pack', '1.pack']) {
        const [a, b] = [path, other].map((root) => join(root, 'db/revprops', shard));
        expect(readdirSync(a).sort()).toEqual(readdirSync(b).sort());
        expect(readFileSync(join(a, 'manifest'), 'latin1')).toBe(readFileSync(join(b, 'manifest'), 'latin1'));
      }
    }
  });

  it('is seen by handles that are open, after a refresh, whoever changed it', async () => {
    const { path } = await repository({ pack: true });
    const [writer, reader] = [Store.open(join(path, 'db')), Store.open(join(path, 'db'))];
    const file = join(temporaryDirectory(), 'value');
    for (const revision of [0, 5, 9]) {
      const read = () => Buffer.from(reader.revprops.read(revision).get('p') ?? '-').toString();
      expect(read()).toBe('-');
      await changeRevprop(writer, revision, 'p', Buffer.from('ours'));
      expect(Buffer.from(writer.revprops.read(revision).get('p')!).toString()).toBe('ours');
      reader.refresh();
      expect(read()).toBe('ours');
      writeFileSync(file, 'theirs');
      await svnadmin(['setrevprop', path, '-r', `${revision}`, 'p', file]);
      reader.refresh();
      expect(read()).toBe('theirs');
      const before = await changeRevprop(writer, revision, 'p', undefined);
      expect(Buffer.from(before!).toString()).toBe('theirs');
    }
    writer.close();
    reader.close();
  });

  it('follows a pack that came between', async () => {
    const { path, url } = await repository({ pack: false });
    const store = Store.open(join(path, 'db'));
    await svnadmin(['pack', '-q', path]);
    await changeRevprop(store, 5, 'p', Buffer.from('packed'));
    store.close();
    const { stdout } = await svn(['propget', '--revprop', '-r', '5', 'p', url]);
    expect(stdout).toBe('packed\n');
    expect(readdirSync(join(path, 'db/revprops'))).not.toContain('1');
  });

  it('has the mode of the revision file', async () => {
    for (const pack of [false, true]) {
      const { path } = await repository({ pack });
      const store = Store.open(join(path, 'db'));
      await changeRevprop(store, 5, 'p', bytes(100, 1));
      await changeRevprop(store, 5, 'p', bytes(90_000, 1));
      store.close();
      const directory = join(path, pack ? 'db/revprops/1.pack' : 'db/revprops/1');
      const reference = statSync(join(path, pack ? 'db/revs/1.pack/pack' : 'db/revs/1/5')).mode;
      const modes = readdirSync(directory).map((name) => statSync(join(directory, name)).mode);
      expect(new Set(modes)).toEqual(new Set([reference]));
    }
  });

  it('that is the same already writes nothing', async () => {
    const { path } = await repository({ pack: true });
    const store = Store.open(join(path, 'db'));
    await changeRevprop(store, 5, 'p', Buffer.from('v'));
    const calls: string[] = [];
    setFileSystemObserver(({ kind }) => calls.push(kind));
    await changeRevprop(store, 5, 'p', Buffer.from('v'));
    await changeRevprop(store, 5, 'absent', undefined);
    store.close();
    expect(calls).toEqual([]);
  });

  it('is refused where it has not the value expected, or there is no such revision', async () => {
    const { path } = await repository({ pack: true });
    const store = Store.open(join(path, 'db'));
    const mismatch = { svnCode: 160049, message: "revprop 'p' has unexpected value in filesystem" };
    const value = Buffer.from('v');
    await expect(changeRevprop(store, 5, 'p', value, { expected: value })).rejects.toMatchObject(mismatch);
    await changeRevprop(store, 5, 'p', value, { expected: null });
    await expect(changeRevprop(store, 5, 'p', undefined, { expected: null })).rejects.toMatchObject(mismatch);
    await expect(
      changeRevprop(store, 5, 'p', undefined, { expected: Buffer.from('w') }),
    ).rejects.toMatchObject(mismatch);
    await changeRevprop(store, 5, 'p', undefined, { expected: value });
    for (const revision of [10, -1, 1.5])
      await expect(changeRevprop(store, revision, 'p', value)).rejects.toMatchObject({
        svnCode: 160006,
        message: `No such revision ${revision}`,
      });
    const reason = new Error('enough');
    await expect(changeRevprop(store, 5, 'p', value, { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
    store.close();
  });
});

describe.skipIf(svnMissing())('readers beside writers', () => {
  /** Splits the packs of the second shard, and rewrites them, until `done` says so. */
  async function write(store: Store, done: () => boolean): Promise<void> {
    const random = randomNumbers(3);
    for (let i = 0; !done(); i++) {
      await changeRevprop(store, 4 + random(4), 'p', Buffer.from(`${i} `.repeat([1, 500, 3000][i % 3])));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  /** Numbers and blanks: whole values repeat one number. */
  function expectWhole(value: string): void {
    expect(new Set(value.trim().split(' ')).size).toBe(1);
  }

  const configuration = '[packed-revprops]\nrevprop-pack-size = 1';

  it('of svn get whole values', { timeout: 60_000 }, async () => {
    const { path, url } = await repository({ configuration, pack: true });
    const store = Store.open(join(path, 'db'));
    for (let revision = 4; revision < 8; revision++)
      await changeRevprop(store, revision, 'p', Buffer.from('first'));
    let reading = true;
    const writing = write(store, () => !reading);
    try {
      for (let i = 0; i < 40; i++)
        expectWhole((await svn(['propget', '--revprop', '-r', `${4 + (i % 4)}`, 'p', url])).stdout);
      await svnadmin(['verify', '-q', path]);
    } finally {
      reading = false;
      await writing;
      store.close();
    }
  });

  it('of ours get whole values, whoever writes', { timeout: 60_000 }, async () => {
    const { path } = await repository({ configuration, pack: true });
    const [writer, reader] = [Store.open(join(path, 'db')), Store.open(join(path, 'db'))];
    for (let revision = 4; revision < 8; revision++)
      await changeRevprop(writer, revision, 'p', Buffer.from('first'));
    let ended = false;
    // Another property than ours: svnadmin fails where the one it sets was changed since it looked.
    const setting = (async () => {
      const file = join(temporaryDirectory(), 'value');
      try {
        for (let i = 0; i < 30; i++) {
          writeFileSync(file, `${i} `.repeat([1, 500, 3000][i % 3]));
          await svnadmin(['setrevprop', path, '-r', `${4 + (i % 4)}`, 'q', file]);
        }
      } finally {
        ended = true;
      }
    })();
    const reading = (async () => {
      for (let i = 0; !ended; i++) {
        for (let revision = 4; revision < 8; revision++) {
          const properties = reader.revprops.read(revision);
          for (const name of ['p', 'q']) expectWhole(Buffer.from(properties.get(name) ?? 'none').toString());
        }
        if (i % 2 === 0) reader.refresh();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();
    await Promise.all([setting, reading, write(writer, () => ended)]);
    const { length } = (await theirs(path, 4, 7)).filter((properties) => properties['q'] !== undefined);
    expect(length).toBe(4);
    writer.close();
    reader.close();
    await svnadmin(['verify', '-q', path]);
  });
});

describe.skipIf(svnMissing())('a change that ends in the middle', () => {
  for (const [what, pack, length] of [
    ['in a shard that is not packed', false, 100],
    ['in a pack', true, 100],
    ['that splits a pack', true, 90_000],
  ] as const)
    it(`leaves the old value or the new one, ${what}`, { timeout: 120_000 }, async () => {
      const { path: pristine } = await repository({ pack });
      const old = ours(pristine);
      const value = bytes(length, 4);
      const changed = old.map((list, revision) =>
        revision === 5 ? { ...list, p: value.toString('latin1') } : list,
      );
      // A call that fails alone is an error; when none succeeds any more it is as after a kill.
      const attempt = async (path: string, fails: (call: number) => boolean): Promise<number> => {
        const store = Store.open(join(path, 'db'));
        let calls = 0;
        setFileSystemObserver(() => {
          if (fails(++calls)) throw Object.assign(new Error('EIO'), { code: 'EIO', errno: -5, syscall: 'x' });
        });
        const failed = await changeRevprop(store, 5, 'p', value).then(
          () => false,
          () => true,
        );
        setFileSystemObserver(undefined);
        store.close();
        // Only what comes after the change may fail unnoticed.
        if (!failed) expect(ours(path)).toEqual(changed);
        return calls;
      };
      const whole = join(temporaryDirectory(), 'r');
      cpSync(pristine, whole, { recursive: true });
      const calls = await attempt(whole, () => false);
      expect(calls).toBeGreaterThan(4);
      const seen = new Set<string>();
      for (let at = 1; at <= calls; at++)
        for (const killed of [true, false]) {
          const path = join(temporaryDirectory(), 'r');
          cpSync(pristine, path, { recursive: true });
          await attempt(path, (call) => (killed ? call >= at : call === at));
          const found = ours(path);
          const isNew = found[5].p !== undefined;
          seen.add(isNew ? 'new' : 'old');
          expect(found).toEqual(isNew ? changed : old);
          expect(await theirs(path, 4, 7)).toEqual(found.slice(4, 8));
          await svnadmin(['verify', '-q', path]);
          const shard = join(path, pack ? 'db/revprops/1.pack' : 'db/revprops/1');
          if (!killed) expect(readdirSync(shard).filter(isTemporaryName)).toEqual([]);
          const store = Store.open(join(path, 'db'));
          const next = bytes(length, 6);
          await changeRevprop(store, 5, 'p', next);
          store.close();
          expect((await theirs(path, 5, 5))[0].p).toBe(next.toString('latin1'));
        }
      expect([...seen].sort()).toEqual(['new', 'old']);
    });
});
