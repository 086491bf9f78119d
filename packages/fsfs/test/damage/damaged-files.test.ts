import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { RevstoreError } from '@revstore/errors';
import { svn, svnMissing, svnRepository, temporaryDirectory, type Change } from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathHistory, Store } from '@revstore/fsfs';
import { wholeTree } from '../whole-tree.js';

const text = Array.from(
  { length: 30 },
  (_, i) => `line ${i} of a text that is there to be compressed\n`,
).join('');

/** Revision 3 is the one that is damaged: it has deltas, plain texts, copies and properties, also in its directories. */
const revisions: Change[][] = [
  [{ mkdir: 'a' }, { put: 'a/long', contents: text }, { put: 'a/empty', contents: '' }],
  [{ propset: 'a/long', name: 'p', value: 'v' }],
  [
    { put: 'a/long', contents: text.replace('line 15', 'LINE 15') },
    { cp: 'a', to: 'b', revision: 2 },
    { put: 'b/new', contents: 'short\n' },
    { propset: 'b', name: 'svn:ignore', value: '*.o\n' },
    { put: 'b/same', contents: 'short\n' },
    { mkdir: 'b/c' },
    { put: 'b/c/d', contents: text.toUpperCase() },
  ],
];

/** Reads all there is. Errors of single reads are gathered. */
function readEverything(db: string, provider: 'native' | 'portable'): unknown[] {
  const errors: unknown[] = [];
  const attempt = (read: () => unknown): void => {
    try {
      read();
    } catch (error) {
      errors.push(error);
    }
  };
  let store: Store;
  try {
    store = Store.open(db, { compressionProvider: provider });
  } catch (error) {
    return [error];
  }
  try {
    attempt(() => wholeTree(store, 3));
    attempt(() => store.changes(3));
    attempt(() => store.revprops.read(3));
    attempt(() => [...store.locks.locksBelow('/')]);
    attempt(() => store.locks.lock('/a/long'));
    for (const path of ['/a/long', '/b/c/d', '/b/long', '/b/empty'])
      attempt(() => [...pathHistory(store.nodes, path, 3)]);
    const revisionFile = () => store.files.file(3);
    attempt(() => revisionFile().checkIndexes());
    attempt(() => [...revisionFile().p2l.entries()]);
    attempt(() => {
      for (const entry of revisionFile().p2l.entries())
        revisionFile().offsetOf(entry.revision < 0 ? 3 : entry.revision, entry.itemIndex);
    });
  } finally {
    store.close();
  }
  return errors;
}

/** Whether an error tells of the damage itself, not of a sound place that a damaged id or path names. */
function isDamage({ kind, code, message }: RevstoreError): boolean {
  return kind === 'corrupt' && code !== 'INDEX_OVERFLOW' && !message.endsWith('names no item');
}

/** Lends a file to be damaged, and puts it right again. */
function withFile(file: string, use: (sound: Buffer, write: (bytes: Uint8Array) => void) => void): void {
  const sound = readFileSync(file);
  const write = (bytes: Uint8Array): void => {
    rmSync(file);
    writeFileSync(file, bytes);
  };
  try {
    use(sound, write);
  } finally {
    write(sound);
  }
}

describe.skipIf(svnMissing())('damaged files', () => {
  for (const compression of ['lz4', 'zlib-5', 'none'])
    describe(`with compression ${compression}`, () => {
      let path: string;
      let db: string;
      beforeAll(async () => {
        path = `${temporaryDirectory()}/r`;
        db = `${path}/db`;
        await svnRepository(path, {
          revisions,
          configuration: `[deltification]\ncompression = ${compression}`,
        });
      });

      it('are read without errors before', () => {
        for (const provider of ['native', 'portable'] as const)
          expect(readEverything(db, provider)).toEqual([]);
      });

      it('give what is read or a RevstoreError, whichever byte is wrong', () => {
        withFile(`${db}/revs/0/3`, (sound, write) => {
          const contentEnd = Number(
            /(\d+) [0-9a-f]{32} \d+ [0-9a-f]{32}.$/s.exec(sound.toString('latin1'))![1],
          );
          for (let at = 0; at < sound.length; at++) {
            const mask = 1 << (at % 8);
            const damaged = Buffer.from(sound);
            damaged[at] ^= mask;
            write(damaged);
            const where = `byte ${at} ^ ${mask}`;
            const errors = readEverything(db, at % 2 ? 'native' : 'portable');
            // In indexes and footer nothing goes unnoticed but the case of a hex digit.
            if (at >= contentEnd && mask !== 0x20) expect(errors, where).not.toHaveLength(0);
            for (const error of errors) {
              expect(error, where).toBeInstanceOf(RevstoreError);
              if (at < contentEnd && isDamage(error as RevstoreError))
                expect((error as RevstoreError).data, where).toMatchObject({
                  file: expect.any(String),
                  revision: expect.any(Number),
                  offset: expect.any(Number),
                });
            }
          }
        });
      });

      if (compression !== 'lz4') return;
      it('give what is read or a RevstoreError, wherever they are cut off', () => {
        withFile(`${db}/revs/0/3`, (sound, write) => {
          for (let length = 0; length < sound.length; length++) {
            write(sound.subarray(0, length));
            const errors = readEverything(db, 'native');
            expect(errors).not.toHaveLength(0);
            for (const error of errors) {
              expect(error).toBeInstanceOf(RevstoreError);
              expect((error as RevstoreError).data).toMatchObject({ file: `${db}/revs/0/3`, revision: 3 });
            }
          }
        });
      });
    });

  it('give what is read or a RevstoreError, where they are the small ones beside the revisions', async () => {
    const { path, url } = await svnRepository(`${temporaryDirectory()}/r`, { revisions });
    await svn(['lock', '-q', `${url}/a/long`]);
    const db = `${path}/db`;
    const locks = readdirSync(`${db}/locks`, { recursive: true, encoding: 'utf8' })
      .map((name) => `locks/${name}`)
      .filter((name) => statSync(`${db}/${name}`).isFile());
    expect(locks.length).toBeGreaterThan(1);
    for (const name of ['format', 'current', 'min-unpacked-rev', 'uuid', 'revprops/0/3', ...locks])
      withFile(`${db}/${name}`, (sound, write) => {
        const read = () => {
          for (const error of readEverything(db, 'native')) expect(error, name).toBeInstanceOf(RevstoreError);
        };
        for (let at = 0; at < sound.length; at++)
          for (const bit of [at % 8, (at + 3) % 8]) {
            const damaged = Buffer.from(sound);
            damaged[at] ^= 1 << bit;
            write(damaged);
            read();
          }
        for (let length = 0; length < sound.length; length++) {
          write(sound.subarray(0, length));
          read();
        }
      });
  });

  it('do not send a reader in circles', async () => {
    const path = `${temporaryDirectory()}/r`;
    await svnRepository(path, { revisions });
    withFile(`${path}/db/revs/0/3`, (sound, write) => {
      const text = sound.toString('latin1');
      const own = /\ntext: (3 \d) .*\n(?:props: .*\n)?cpath: \/a\/long\n/.exec(text);
      write(Buffer.from(text.replace(/^DELTA 1 \d /, `DELTA ${own![1]} `), 'latin1'));
      const store = Store.open(`${path}/db`);
      try {
        const node = store.tree(3).get('/a/long');
        expect(() => store.reps.readAll(node.text!)).toThrow(/goes in circles/);
      } finally {
        store.close();
      }
    });
  });

  it('are never one directory passed off as another', async () => {
    const path = `${temporaryDirectory()}/r`;
    await svnRepository(path, { revisions: [[{ mkdir: 'x' }, { mkdir: 'x/y' }, { mkdir: 'x/y/z' }]] });
    withFile(`${path}/db/revs/0/1`, (sound, write) => {
      const text = sound.toString('latin1');
      const references = [...text.matchAll(/(?<=\ntext: 1 )\d(?= )/g)];
      expect(references).toHaveLength(3);
      for (const { index, 0: own } of references)
        for (const { 0: other } of references) {
          if (other === own) continue;
          write(Buffer.from(text.slice(0, index) + other + text.slice(index + 1), 'latin1'));
          const store = Store.open(`${path}/db`);
          try {
            expect(() => wholeTree(store, 1)).toThrow(RevstoreError);
          } finally {
            store.close();
          }
        }
    });
  });
});
