import { closeSync, copyFileSync, openSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFile, removeIfExists, tryRangeLock } from '@revstore/files';
import { isSystemError, systemError } from '@revstore/errors';
import type { StorePaths } from '../layout/index.js';
import { databaseBusy } from './sqlite.js';

/** The bytes with which all SQLite processes lock a database. @see https://www.sqlite.org/c3ref/file_control.html */
const lockedBytes = { start: 0x40000000, length: 512 } as const;
/** How long (milliseconds) others are waited for; as long as Subversion's processes wait. */
const patience = 10_000;
const pause = 20;

/** The database of a store. */
export function repCachePath(paths: StorePaths): string {
  return paths.in('rep-cache.db');
}

function journalOf(path: string): string {
  return `${path}-journal`;
}

/** A journal that is not empty belongs to a transaction that is under way, or whose process was killed. */
function hasJournal(path: string): boolean {
  const journal = statSync(journalOf(path), { throwIfNoEntry: false });
  return journal !== undefined && journal.size > 0;
}

/** Removes a journal that has no database any more; SQLite would roll it back into the next one. */
export function removeStrayJournal(paths: StorePaths): void {
  removeIfExists(journalOf(repCachePath(paths)));
}

/** The live database while no process of Subversion has a transaction on it. */
export class LockedRepCache {
  readonly #path: string;
  readonly #fd: number;

  private constructor(path: string, fd: number) {
    this.#path = path;
    this.#fd = fd;
  }

  /**
   * Waits until nobody writes the database, with `exclusive` until nobody reads it, and keeps it so.
   *
   * Where the system has no lock that SQLite sees, the journal tells whether somebody writes.
   *
   * @returns `undefined` where there is no database.
   * @throws RevstoreError `SQLITE_BUSY` (E200033); `Can't open file '…'`; the signal's reason.
   */
  static async open(
    paths: StorePaths,
    exclusive: boolean,
    signal?: AbortSignal,
  ): Promise<LockedRepCache | undefined> {
    const path = repCachePath(paths);
    let fd: number;
    try {
      fd = openSync(path, exclusive ? 'r+' : 'r');
    } catch (error) {
      if (isSystemError(error) && error.code === 'ENOENT') return undefined;
      throw systemError(error, `Can't open file '${path}'`, { path });
    }
    try {
      for (const end = performance.now() + patience; ;) {
        const locked = await tryRangeLock(fd, path, { ...lockedBytes, exclusive });
        signal?.throwIfAborted();
        const late = performance.now() > end;
        if (locked === false) {
          if (late) throw databaseBusy(path);
        } else if (locked === true || late || !hasJournal(path)) return new LockedRepCache(path, fd);
        await sleep(pause);
      }
    } catch (error) {
      closeSync(fd);
      throw error;
    }
  }

  /** Copies it, with the journal of a transaction that a killed process left: SQLite rolls it back in the copy. */
  copyTo(target: string): void {
    try {
      copyFileSync(this.#path, target);
      if (hasJournal(this.#path)) copyFileSync(journalOf(this.#path), journalOf(target));
    } catch (error) {
      throw systemError(error, `Can't copy '${this.#path}' to '${target}'`, { path: this.#path });
    }
  }

  /**
   * Makes room for a database that takes this one's place by a rename. A journal would be rolled back into that one, so
   * it must be gone first; and as long as it is needed, so must be the database that needs it.
   */
  prepareReplacement(): void {
    if (!hasJournal(this.#path)) return;
    removeFile(this.#path);
    removeIfExists(journalOf(this.#path));
  }

  close(): void {
    closeSync(this.#fd);
  }
}
