/**
 * Locks on paths, read as Subversion writes them. Owns `locks/`.
 *
 * @see structure#Locks layout
 */
import { join } from 'node:path';
import { md5Hex, nameBytes, nameText, parseStoredDate } from '@revstore/bytes';
import { readWholeFileIfExists } from '@revstore/files';
import { parseHashDump } from '@revstore/proplist';
import { corrupt } from '../fsfs-errors/index.js';
import type { StorePaths } from '../layout/index.js';

/** A lock as stored. */
export interface StoredLock {
  readonly path: string;
  readonly token: string;
  readonly owner: string;
  readonly comment: string;
  readonly isDavComment: boolean;
  readonly creationDate: string;
  readonly expirationDate?: string;
}

/** What a lock file holds: a lock on its own path, the digests of locked paths below it, or both. */
export interface LockFile {
  readonly lock?: StoredLock;
  readonly children: readonly string[];
}

/** Parses a lock file. @throws RevstoreError `FS_CORRUPT` */
export function parseLockFile(bytes: Uint8Array, file: string): LockFile {
  let entries: Map<string, Uint8Array>;
  try {
    entries = parseHashDump(bytes);
  } catch (error) {
    throw corrupt(`Can't parse lock/entries hashfile '${file}'`, { file }, error);
  }
  const text = (key: string): string | undefined => {
    const value = entries.get(key);
    return value && nameText(value);
  };
  const children =
    text('children')
      ?.split('\n')
      .filter((digest) => digest !== '') ?? [];
  const path = text('path');
  if (path === undefined) return { children };
  const token = text('token');
  const owner = text('owner');
  const creationDate = text('creation_date');
  if (token === undefined || owner === undefined || creationDate === undefined)
    throw corrupt(`Corrupt lockfile for path '${path}' in filesystem`, { file, path });
  const expirationDate = text('expiration_date');
  return {
    children,
    lock: {
      path,
      token,
      owner,
      comment: text('comment') ?? '',
      isDavComment: text('is_dav_comment') === '1',
      creationDate,
      ...(expirationDate ? { expirationDate } : {}),
    },
  };
}

/** Reads locks from disk each time: any process may change them. */
export class PathLockReader {
  readonly #directory: string;

  constructor(paths: StorePaths) {
    this.#directory = paths.locks;
  }

  /** The lock on a path, unless there is none or it has expired. */
  lock(path: string, now = Date.now()): StoredLock | undefined {
    return unexpired(this.#read(md5Hex(nameBytes(path)))?.lock, now);
  }

  /** The locks on a path and below it. */
  *locksBelow(path: string, now = Date.now()): Generator<StoredLock, void, undefined> {
    const file = this.#read(md5Hex(nameBytes(path)));
    if (!file) return;
    const own = unexpired(file.lock, now);
    if (own) yield own;
    for (const digest of file.children) {
      const lock = unexpired(this.#read(digest)?.lock, now);
      if (lock) yield lock;
    }
  }

  #read(digest: string): LockFile | undefined {
    if (!/^[0-9a-f]{32}$/.test(digest)) throw corrupt('Corrupt lock digest', { actual: digest });
    const file = join(this.#directory, digest.slice(0, 3), digest);
    const bytes = readWholeFileIfExists(file);
    return bytes && parseLockFile(bytes, file);
  }
}

function unexpired(lock: StoredLock | undefined, now: number): StoredLock | undefined {
  // A date that says nothing does not take a lock away.
  const end = parseStoredDate(lock?.expirationDate ?? '') ?? Infinity;
  return end < now * 1000 ? undefined : lock;
}
