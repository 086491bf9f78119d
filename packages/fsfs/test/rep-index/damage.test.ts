import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@revstore/testkit';
import { createFilesystem, Store, withRepIndex, type StoredRep } from '@revstore/fsfs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32c } from '../../src/rep-index/crc32c.js';
import { isIntactTable } from '../../src/rep-index/table-file.js';

const rows: StoredRep[] = Array.from({ length: 3000 }, (_, i) => ({
  sha1: createHash('sha1').update(`${i}`).digest(),
  revision: 0,
  itemIndex: i,
  size: 2 * i,
  expandedSize: 3 * i,
}));

async function filledStore(): Promise<{ store: Store; directory: string }> {
  const db = join(temporaryDirectory(), 'db');
  createFilesystem(db);
  const store = Store.open(db);
  // Opening again turns the log into a table.
  for (const some of [rows, rows.slice(0, 100)])
    expect((await withRepIndex(store, (index) => index.add(some, 0))).skipped).toBeUndefined();
  return { store, directory: join(db, 'revstore/rep-index') };
}

async function table(): Promise<Uint8Array> {
  const { directory } = await filledStore();
  return readFileSync(
    join(
      directory,
      readdirSync(directory).find((name) => name.endsWith('.ldb'))!,
    ),
  );
}

describe('tables', () => {
  it('have checksums of the right kind', () => {
    expect(crc32c(Buffer.from('..123456789..'), 2, 11)).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(32), 0, 32)).toBe(0x8a9136aa);
  });

  it('are intact as LevelDB writes them, and no longer with any byte of a block changed or cut off', async () => {
    const bytes = await table();
    expect(isIntactTable(bytes)).toBe(true);
    const footer = 48;
    fc.assert(
      fc.property(
        fc.nat({ max: bytes.length - footer - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, change) => {
          bytes[at] ^= change;
          const found = isIntactTable(bytes);
          bytes[at] ^= change;
          expect(found).toBe(false);
          expect(isIntactTable(bytes.subarray(0, at))).toBe(false);
        },
      ),
    );
  });

  it('of any bytes are looked at without harm', async () => {
    const bytes = await table();
    const end = bytes.slice(-48);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat({ max: 39 }),
        fc.nat({ max: 255 }),
        (any, at, value) => {
          const changed = end.slice();
          changed[at] = value;
          expect(isIntactTable(Buffer.concat([any, changed]))).toBe(false);
          expect(isIntactTable(any)).toBe(false);
        },
      ),
    );
  });
});

it('whatever was changed in its files, the index gives right rows or none, and takes new ones', async () => {
  const { store, directory } = await filledStore();
  const change = fc.record({
    file: fc.nat(),
    places: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
    cut: fc.option(fc.nat(), { freq: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(change, async ({ file, places, cut }) => {
      // Where damage was found in use, it was removed.
      await withRepIndex(store, (index) => index.add(rows, 0));
      const names = readdirSync(directory).filter((name) => name !== 'LOCK');
      const path = join(directory, names[file % names.length]);
      const bytes = readFileSync(path);
      if (bytes.length > 0) {
        for (const [at, value] of places) bytes[at % bytes.length] = value;
        writeFileSync(path, cut === null ? bytes : bytes.subarray(0, cut % bytes.length));
      }
      await withRepIndex(store, async (index) => {
        const found = await index.lookupMany(rows.map(({ sha1 }) => sha1));
        for (const [i, row] of found.entries())
          if (row) expect({ ...row, sha1: rows[i].sha1 }).toEqual(rows[i]);
      });
      const added = await withRepIndex(store, async (index) => {
        await index.add(rows, 0);
        return index.lookupMany(rows.slice(0, 10).map(({ sha1 }) => sha1));
      });
      expect(added.value?.every((row) => row !== undefined)).toBe(true);
    }),
    { numRuns: 40 },
  );
});
