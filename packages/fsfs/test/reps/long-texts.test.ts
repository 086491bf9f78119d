import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { beginTransaction, commitTransaction, createFilesystem, Store } from '@revstore/fsfs';
import { temporaryDirectory } from '@revstore/testkit';

const noise = randomBytes(2_500_000);
const kinds = {
  noise: (size: number) => noise.subarray(0, size),
  text: (size: number) => Buffer.alloc(size, 'The same line again and again.\n'),
  mixed: (size: number) => {
    const bytes = Buffer.alloc(size, 'x');
    for (let at = 0; at < size; at += 150_000) noise.copy(bytes, at, at, Math.min(at + 70_000, size));
    return bytes;
  },
};
// Around the sizes at which reading changes its ways: a window, what is read ahead, what is decoded on threads.
const sizes = [
  1, 102_399, 102_400, 102_401, 204_800, 262_000, 262_144, 262_200, 300_000, 524_288, 700_001, 1_100_000,
  2_400_000,
];

describe.each(['native', 'portable'] as const)(
  'long texts, read by the %s provider',
  (compressionProvider) => {
    let db: string;

    beforeAll(async () => {
      db = join(temporaryDirectory(), 'db');
      createFilesystem(db);
      const store = Store.open(db);
      for (const codec of ['none', 'zlib', 'lz4'] as const) {
        const txn = await beginTransaction(store, store.youngest());
        const directory = txn.edits.addNew(0, codec, 'dir', txn.newNumber());
        for (const [kind, make] of Object.entries(kinds))
          for (const size of sizes) {
            const row = txn.edits.addNew(directory, `${kind}-${size}`, 'file', txn.newNumber());
            txn.edits.setText(
              row,
              await txn.writeText([make(size)], store.provider[codec], 5),
              txn.newNumber(),
            );
          }
        await commitTransaction(store, txn, new Map());
      }
      store.close();
    });

    it.each(['none', 'zlib', 'lz4'])('come back from %s, at once and as a stream', async (codec) => {
      const store = Store.open(db, { compressionProvider });
      const tree = store.tree(3);
      for (const [kind, make] of Object.entries(kinds))
        for (const size of sizes) {
          const rep = tree.get(`/${codec}/${kind}-${size}`).text!;
          const wanted = make(size);
          expect(wanted.equals(store.reps.readAll(rep)), `${kind} ${size} at once`).toBe(true);
          const chunks: Uint8Array[] = [];
          for await (const chunk of store.reps.stream(rep)) chunks.push(chunk);
          expect(wanted.equals(Buffer.concat(chunks)), `${kind} ${size} as a stream`).toBe(true);
        }
      store.close();
    });

    it('keep little in memory, however much a few stored bytes stand for', async () => {
      const store = Store.open(db, { compressionProvider });
      const txn = await beginTransaction(store, store.youngest());
      const row = txn.edits.addNew(0, 'zeros', 'file', txn.newNumber());
      const zeros = function* (): Generator<Uint8Array> {
        for (let i = 0; i < 600; i++) yield new Uint8Array(1_024_000);
      };
      txn.edits.setText(row, await txn.writeText(zeros(), store.provider.lz4, 5), txn.newNumber());
      const { revision } = await commitTransaction(store, txn, new Map());
      const rep = store.tree(revision).get('/zeros').text!;
      expect(rep.size).toBeLessThan(4_000_000);
      let length = 0;
      let most = 0;
      const before = process.memoryUsage().arrayBuffers;
      for await (const chunk of store.reps.stream(rep)) {
        length += chunk.length;
        if (length % 10_240_000 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      }
      expect(length).toBe(614_400_000);
      // What is not collected yet counts, too; all at once it would be 600 MB.
      expect(most).toBeLessThan(150_000_000);
      store.close();
    });
  },
);
