import { defineErrorCodes, RevstoreError } from '@revstore/errors';
import type * as sqlite from 'node-sqlite3-wasm';

/** An open database. */
export type Database = sqlite.Database;

type Sqlite = typeof sqlite;

const errors = defineErrorCodes({
  /** A database can't be read or written. SVN_ERR_SQLITE_ERROR. */
  SQLITE_ERROR: ['corrupt', 200030],
  /** Somebody else uses the database. SVN_ERR_SQLITE_BUSY. */
  SQLITE_BUSY: ['busy', 200033],
});

/** @returns the error that `path` is in use for too long. */
export function databaseBusy(path: string): RevstoreError {
  return new RevstoreError(errors.SQLITE_BUSY, `database is locked: '${path}'`, { data: { path } });
}

/** Runs SQL; its errors become `SQLITE_ERROR`. */
export function guarded<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof RevstoreError || !(error instanceof Error) || error.name !== 'SQLite3Error')
      throw error;
    throw new RevstoreError(errors.SQLITE_ERROR, `sqlite: ${error.message}: '${path}'`, {
      data: { path },
      cause: error,
    });
  }
}

/**
 * Opens a database file, making it where there is none, with SQLite as WebAssembly. It takes no locks that others see:
 * for files that nobody else knows of.
 *
 * @throws RevstoreError `SQLITE_ERROR` (E200030).
 */
export async function openSqlite(path: string): Promise<Database> {
  // CommonJS: its types name the parts as if they were exported one by one.
  const { default: loaded } = (await import('node-sqlite3-wasm')) as unknown as { default: Sqlite };
  return guarded(path, () => new loaded.Database(path));
}
