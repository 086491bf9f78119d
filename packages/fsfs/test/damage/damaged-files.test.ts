import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { RevstoreError } from '@revstore/errors';
import { svnMissing, svnRepository, temporaryDirectory, type Change } from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathHistory, Store } from '@revstore/fsfs';
import { wholeTree } from '../whole-tree.js';

const text = Array.from({ length: 60 }, (_, i) => `line ${i} of a text that is there to be compressed\n`).join('');

/** Revision 3 is the one that is damaged: it has deltas, plain texts, copies and properties, also in its directories. */
const revisions: Change[][] = [
  [{ mkdir: 'a' }, { put: 'a/long', contents: text }, { put: 'a/empty', contents: '' }],
  [{ propset: 'a/long', name: 'p', value: 'v' }],
  [
    { put: 'a/long', contents: text.replace('line 30', 'LINE 30') },
    { cp: 'a', to: 'b', revision: 2 },
    { put: 'b/new', contents: 'short\n' },
    { propset: 'b', name: 'svn:ignore', value: '*.o\n' },
    { put: 'b/same', contents: 'short\n' },
    { mkdir: 'b/c' },
    { put: 'b/c/d', contents: text.toUpperCase() },
  ],
];

/** Reads all there is, twice, so that what is kept is met too. Errors of single reads are gathered. */
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
    for (let revision = 3; revision >= 1; revision--) {
      attempt(() => wholeTree(store, revision));
      attempt(() => store.changes(revision));
      attempt(() => store.revprops.read(revision));
      for (const path of ['/a/long', '/b/c/d', '/b/long', '/a/empty'])
        attempt(() => [...pathHistory(store.nodes, path, revision)]);
    }
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

describe.skipIf(svnMissing())('damaged files', () => {
  for (const compression of ['lz4', 'zlib-5', 'none'])
    describe(`with compression ${compression}`, () => {
      let path: string;
      let db: string;
      beforeAll(async () => {
        path = `${temporaryDirectory()}/r`;
        db = `${path}/db`;
        await svnRepository(path, { revisions, configuration: `[deltification]\ncompression = ${compression}` });
      });

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

      it('are read without errors before', () => {
        for (const provider of ['native', 'portable'] as const) expect(readEverything(db, provider)).toEqual([]);
      });

      it('give what is read or a RevstoreError, whichever byte is wrong', () => {
        withFile(`${db}/revs/0/3`, (sound, write) => {
          const contentEnd = Number(/(\d+) [0-9a-f]{32} \d+ [0-9a-f]{32}.$/s.exec(sound.toString('latin1'))![1]);
          const strays = new Map<string, string>();
          for (let at = 0; at < sound.length; at++)
            for (const mask of [1 << at % 8, 0x80 >> at % 7]) {
              const damaged = Buffer.from(sound);
              damaged[at] ^= mask;
              write(damaged);
              const t0 = performance.now();
              for (const error of readEverything(db, at % 2 ? 'native' : 'portable')) {
                if (!(error instanceof RevstoreError)) strays.set(`${at}/${mask} ${String((error as Error).stack).split('\n').slice(0, 3)}`, 'not');
                else if (
                  at < contentEnd &&
                  !(
                    typeof error.data.file === 'string' &&
                    typeof error.data.revision === 'number' &&
                    typeof error.data.offset === 'number'
                  )
                )
                  strays.set(`${error.code} ${error.message.slice(0,100)} ${JSON.stringify(error.data)}`, `${at}/${mask}`);
              }
              if (performance.now() - t0 > 200) strays.set(`slow ${at}/${mask}`, String(performance.now() - t0));
            }
          expect([...strays]).toEqual([]);
        });
      });

      it('give what is read or a RevstoreError, wherever they are cut off', () => {
        withFile(`${db}/revs/0/3`, (sound, write) => {
          for (let length = 0; length < sound.length; length++) {
            write(sound.subarray(0, length));
            const errors = readEverything(db, 'native');
            expect(errors).not.toEqual([]);
            for (const error of errors) expect(error).toBeInstanceOf(RevstoreError);
          }
        });
      });
    });
});
