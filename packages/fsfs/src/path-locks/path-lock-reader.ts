import { join } from 'node:path';
import { readWholeFileIfExists } from '@revstore/files';
import { corrupt } from '../fsfs-errors/index.js';
import type { StorePaths } from '../layout/index.js';
import { isExpired, lockDigest, parseLockFile, type LockFile, type StoredLock } from './lock-file.js';

/** Reads locks from disk each time: any process may change them. */
export class PathLockReader {
  readonly #directory: string;

  constructor(paths: StorePaths) {
    this.#directory = paths.locks;
  }

  /** The lock on a path, unless there is none or it has expired. @param now milliseconds since 1970. */
  lock(path: string, now: number = Date.now()): StoredLock | undefined {
    const lock = this.read(lockDigest(path))?.lock;
    return lock && isExpired(lock, now) ? undefined : lock;
  }

  /** The locks on a path and below it, without expired ones. @param now milliseconds since 1970. */
  *locksBelow(path: string, now: number = Date.now()): Generator<StoredLock, void, undefined> {
    for (const lock of this.storedLocksBelow(path)) if (!isExpired(lock, now)) yield lock;
  }

  /** The locks on a path and below it, also those that have expired. */
  *storedLocksBelow(path: string): Generator<StoredLock, void, undefined> {
    const file = this.read(lockDigest(path));
    if (!file) return;
    if (file.lock) yield file.lock;
    for (const digest of file.children) {
      // An index may name a lock that is gone, or is not there yet.
      const lock = this.read(digest)?.lock;
      if (lock) yield lock;
    }
  }

  /**
   * What the lock file of a path holds, `undefined` where there is none.
   *
   * @param digest of the path, 32 hex digits.
   * @throws RevstoreError `FS_CORRUPT`
   */
  read(digest: string): LockFile | undefined {
    const file = this.file(digest);
    const bytes = readWholeFileIfExists(file);
    return bytes && parseLockFile(bytes, file);
  }

  /** Name of a lock file. @throws RevstoreError `FS_CORRUPT` for what is no digest. */
  file(digest: string): string {
    if (!/^[0-9a-f]{32}$/.test(digest)) throw corrupt('Corrupt lock digest', { actual: digest });
    return join(this.#directory, digest.slice(0, 3), digest);
  }
}
