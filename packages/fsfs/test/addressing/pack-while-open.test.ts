import { existsSync } from 'node:fs';
import { svnadmin, svnCommit, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { Store } from '@revstore/fsfs';
import { randomNumbers } from '../tree/random-history.js';
import { dumpedRevision, wholeTree } from '../whole-tree.js';

function text(revision: number): Uint8Array {
  const random = randomNumbers(revision);
  return Uint8Array.from({ length: 250_000 }, () => random(revision % 2 ? 256 : 16));
}

/** A store with much to keep, and one that has to read everything again. */
const budgets = [undefined, 1];

describe.skipIf(svnMissing())('a store that is open while svn packs', () => {
  it('goes on reading, what was there and what is new', async () => {
    const { path, url } = await svnRepository(`${temporaryDirectory()}/r`, {
      shardSize: 4,
      revisions: [1, 2, 3, 4, 5, 6].map((revision) => [{ put: `f${revision}`, contents: text(revision) }]),
    });
    const open = () =>
      budgets.map((cacheBytes) => Store.open(`${path}/db`, cacheBytes === undefined ? {} : { cacheBytes }));
    const used = open();
    const unused = open();
    const streams = used.map((store) => {
      for (let revision = 0; revision <= 6; revision++) {
        wholeTree(store, revision);
        store.revprops.read(revision);
      }
      return store.reps.stream(store.tree(2).get('/f2').text!);
    });
    const begun: Uint8Array[][] = [];
    for (const stream of streams) begun.push([(await stream.next()).value!]);

    let youngest = 6;
    for (const shard of [0, 1, 2]) {
      await svnadmin(['pack', '-q', path]);
      expect(existsSync(`${path}/db/revs/${shard}.pack`)).toBe(youngest >= shard * 4 + 3);
      for (const change of [`new${shard}`, `more${shard}`, `most${shard}`]) {
        await svnCommit(url, [{ put: change, contents: text(++youngest) }]);
        // Known by its path before it is packed.
        for (const store of used) store.tree(youngest).get(`/${change}`);
      }
      for (let revision = 0; revision <= youngest; revision++) {
        const { tree, properties } = await dumpedRevision(path, revision);
        for (const store of [...used, ...unused]) {
          expect(store.youngest()).toBe(youngest);
          expect(wholeTree(store, revision)).toEqual(tree);
          expect([...store.revprops.read(revision).keys()].sort()).toEqual(Object.keys(properties).sort());
          expect(store.changes(revision)).toHaveLength(revision === 0 ? 0 : 1);
        }
      }
    }

    for (const [i, stream] of streams.entries()) {
      for await (const piece of stream) begun[i].push(piece);
      expect(Buffer.concat(begun[i]).equals(text(2))).toBe(true);
    }
    for (const store of [...used, ...unused]) store.close();
  });

  it('says of revisions that are not there yet that they are not', async () => {
    const { path } = await svnRepository(`${temporaryDirectory()}/r`, {
      shardSize: 2,
      revisions: [[{ mkdir: 'a' }], [{ mkdir: 'b' }]],
      pack: true,
    });
    const store = Store.open(`${path}/db`);
    for (const revision of [3, 4, 1000])
      for (const read of [
        () => store.tree(revision),
        () => store.changes(revision),
        () => store.revprops.read(revision),
      ])
        expect(read).toThrow(
          expect.objectContaining({ code: 'FS_NO_SUCH_REVISION', message: `No such revision ${revision}` }),
        );
    store.close();
  });
});
