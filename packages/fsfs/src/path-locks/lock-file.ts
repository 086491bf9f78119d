import { md5Hex, nameBytes, nameText, parseStoredDate, utf8Bytes } from '@revstore/bytes';
import { parseHashDump, serializeHashDump } from '@revstore/proplist';
import { corrupt } from '../fsfs-errors/index.js';

/** A lock as stored. */
export interface StoredLock {
  readonly path: string;
  readonly token: string;
  readonly owner: string;
  /** Absent where none was given, which is not the same as an empty one. */
  readonly comment?: string;
  /** Whether the comment is an XML fragment that a DAV client sent. */
  readonly isDavComment: boolean;
  readonly creationDate: string;
  readonly expirationDate?: string;
}

/** What a lock file holds: a lock on its own path, the digests of locked paths below it, or both. */
export interface LockFile {
  readonly lock?: StoredLock;
  readonly children: readonly string[];
}

/** The name of the lock file of a canonical path: 32 hex digits. */
export function lockDigest(path: string): string {
  return md5Hex(nameBytes(path));
}

/** Whether a lock has ended. @param now milliseconds since 1970. */
export function isExpired(lock: StoredLock, now: number = Date.now()): boolean {
  // A date that says nothing does not take a lock away, nor does the one that Subversion reads as "never".
  const end = parseStoredDate(lock.expirationDate ?? '') || Infinity;
  return end < now * 1000;
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
  const comment = text('comment');
  const expirationDate = text('expiration_date');
  return {
    children,
    lock: {
      path,
      token,
      owner,
      ...(comment === undefined ? {} : { comment }),
      isDavComment: text('is_dav_comment') === '1',
      creationDate,
      ...(expirationDate ? { expirationDate } : {}),
    },
  };
}

/**
 * Serializes a lock file.
 *
 * @returns a new array.
 * @see libsvn_fs_fs/lock.c#write_digest_file
 */
export function serializeLockFile({ lock, children }: LockFile): Uint8Array {
  // In byte order of the keys, as Subversion sorts them.
  const entries: [string, Uint8Array][] = [];
  const add = (key: string, text: string | undefined) => {
    if (text !== undefined) entries.push([key, text.isWellFormed() ? utf8Bytes(text) : nameBytes(text)]);
  };
  if (children.length > 0) add('children', children.map((digest) => `${digest}\n`).join(''));
  if (lock) {
    add('comment', lock.comment);
    add('creation_date', lock.creationDate);
    add('expiration_date', lock.expirationDate);
    add('is_dav_comment', lock.isDavComment ? '1' : '0');
    add('owner', lock.owner);
    add('path', lock.path);
    add('token', lock.token);
  }
  return serializeHashDump(entries);
}
