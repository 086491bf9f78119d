import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { toHex } from '@revstore/bytes';
import { moveIntoPlace, removeIfExists, temporaryPathBeside } from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import type { Statement } from 'node-sqlite3-wasm';
import type { FilesystemFormat } from '../format/index.js';
import type { StorePaths } from '../layout/index.js';
import type { StoredRep } from '../stored-reps/index.js';
import { LockedRepCache, removeStrayJournal, repCachePath } from './rep-cache-file.js';
import { guarded, openSqlite, type Database } from './sqlite.js';

/** What of a store its `rep-cache.db` needs. */
export interface RepCacheStore {
  readonly paths: StorePaths;
  readonly format: FilesystemFormat;
}

const columns = ['revision', '"offset"', 'size', 'expanded_size'];

/** Version 2 of the schema came with format 8; it differs in leaving SQLite's row numbers out. */
function schema(version: 1 | 2): string {
  const fields = columns.map((column) => `${column} INTEGER NOT NULL`).join(', ');
  return (
    `CREATE TABLE rep_cache (hash TEXT NOT NULL PRIMARY KEY, ${fields})` +
    `${version === 2 ? ' WITHOUT ROWID' : ''}; PRAGMA user_version = ${version};`
  );
}

/** A new `rep-cache.db` under a temporary name, to be put in the place of the old one when it is complete. */
export class RepCacheBuilder {
  readonly #paths: StorePaths;
  readonly #path: string;
  readonly #database: Database;
  readonly #insert: Statement;
  #open = true;

  private constructor(paths: StorePaths, path: string, database: Database) {
    this.#paths = paths;
    this.#path = path;
    this.#database = database;
    this.#insert = database.prepare('INSERT OR IGNORE INTO rep_cache VALUES (?, ?, ?, ?, ?)');
  }

  /** @throws RevstoreError `SQLITE_ERROR` where the file can't be written. */
  static async create({ paths, format }: RepCacheStore): Promise<RepCacheBuilder> {
    const path = temporaryPathBeside(repCachePath(paths));
    const database = await openSqlite(path);
    try {
      return guarded(path, () => {
        // It is flushed once, when it is complete.
        database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384;');
        database.exec(schema(format.features.optionalRepFields ? 2 : 1));
        database.exec('BEGIN');
        return new RepCacheBuilder(paths, path, database);
      });
    } catch (error) {
      database.close();
      removeIfExists(path);
      throw error;
    }
  }

  /** Adds a row, unless there is one of that SHA-1. @throws RevstoreError `SQLITE_ERROR` */
  add({ sha1, revision, itemIndex, size, expandedSize }: StoredRep): void {
    guarded(this.#path, () => this.#insert.run([toHex(sha1), revision, itemIndex, size, expandedSize]));
  }

  /**
   * Takes over the rows of the database that is there, puts the new one in its place, and ends. The caller holds the write
   * lock, so that no commit is under way.
   *
   * @param youngest rows of later revisions are dropped: they belong to a history that is no more.
   * @returns whether the old rows, if any, could be read.
   * @throws RevstoreError `SQLITE_BUSY`, and of the file system; the old database is then still there.
   */
  async replace(youngest: number, signal?: AbortSignal): Promise<boolean> {
    const target = repCachePath(this.#paths);
    const old = await LockedRepCache.open(this.#paths, true, signal);
    try {
      const readable = old ? this.#takeOver(old, youngest) : true;
      this.#close();
      flush(this.#path);
      if (old) old.prepareReplacement();
      else removeStrayJournal(this.#paths);
      moveIntoPlace(this.#path, target, { modeFrom: existsSync(target) ? target : this.#paths.current });
      return readable;
    } finally {
      old?.close();
      this.discard();
    }
  }

  /** Removes the new database, unless it is in its place. */
  discard(): void {
    this.#close();
    removeIfExists(this.#path);
  }

  #takeOver(old: LockedRepCache, youngest: number): boolean {
    const copy = temporaryPathBeside(this.#path);
    try {
      old.copyTo(copy);
      guarded(copy, () => {
        this.#database.exec('COMMIT');
        this.#database.run('ATTACH DATABASE ? AS old', [copy]);
        const list = ['hash', ...columns].join(', ');
        this.#database.run(
          `INSERT OR REPLACE INTO main.rep_cache (${list}) SELECT ${list} FROM old.rep_cache WHERE revision <= ?`,
          [youngest],
        );
        this.#database.exec('DETACH DATABASE old');
      });
      return true;
    } catch (error) {
      if (!(error instanceof RevstoreError && error.code === 'SQLITE_ERROR')) throw error;
      return false;
    } finally {
      removeIfExists(copy);
      removeIfExists(`${copy}-journal`);
    }
  }

  #close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#insert.finalize();
    if (this.#database.inTransaction) this.#database.exec('COMMIT');
    this.#database.close();
  }
}

function flush(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
