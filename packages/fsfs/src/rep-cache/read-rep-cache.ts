import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeTree } from '@revstore/files';
import type { StorePaths } from '../layout/index.js';
import type { StoredRep } from '../stored-reps/index.js';
import { LockedRepCache } from './rep-cache-file.js';
import { guarded, openSqlite, type Database } from './sqlite.js';

/** A row of the table, as SQLite gives it. */
interface StoredRow {
  readonly hash: string;
  readonly revision: number;
  readonly offset: number;
  readonly size: number;
  readonly expanded_size: number;
}

/**
 * The rows of Subversion's `rep-cache.db` by revision, from a copy of it in the system's temporary directory.
 *
 * @returns nothing where there is no such file.
 * @throws RevstoreError `SQLITE_ERROR` for what is no such database, `SQLITE_BUSY`.
 */
export async function* readRepCache(paths: StorePaths): AsyncGenerator<StoredRep, void, undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'revstore-rep-cache-'));
  let database: Database | undefined;
  try {
    const copy = join(directory, 'rep-cache.db');
    const cache = await LockedRepCache.open(paths, false);
    if (!cache) return;
    try {
      cache.copyTo(copy);
    } finally {
      cache.close();
    }
    database = await openSqlite(copy);
    const query = guarded(copy, () =>
      database!.prepare(
        'SELECT hash, revision, "offset", size, expanded_size FROM rep_cache ORDER BY revision, "offset", hash',
      ),
    );
    try {
      const rows = query.iterate() as IterableIterator<unknown>;
      for (;;) {
        const next = guarded(copy, () => rows.next());
        if (next.done) break;
        const row = next.value as StoredRow;
        yield {
          sha1: Buffer.from(row.hash, 'hex'),
          revision: row.revision,
          itemIndex: row.offset,
          size: row.size,
          expandedSize: row.expanded_size,
        };
      }
    } finally {
      query.finalize();
    }
  } finally {
    database?.close();
    removeTree(directory);
  }
}
