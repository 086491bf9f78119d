import { dirname } from 'node:path';
import { makeDirectoryDurably, removeIfExists, replaceFile } from '@revstore/files';
import { parentPath } from '../fspath/index.js';
import type { StoreIds, StorePaths } from '../layout/index.js';
import { lockDigest, serializeLockFile, type LockFile, type StoredLock } from './lock-file.js';
import type { PathLockReader } from './path-lock-reader.js';

/** What locking asks of a store. */
export interface LockableStore {
  readonly paths: StorePaths;
  readonly ids: StoreIds;
  readonly locks: PathLockReader;
  readonly files: {
    /** Looks again at what other processes packed. */
    refresh(): void;
    isPacked(revision: number): boolean;
  };
  youngest(): number;
  tree(revision: number): {
    find(
      path: string,
    ): { readonly kind: 'file' | 'dir'; readonly id: { readonly revision: number } } | undefined;
  };
}

/**
 * Adds locked paths to the indexes of all their parents. To be done before the locks themselves are written: an index
 * entry without a lock means nothing, while a lock without one would be missed where a parent is deleted.
 *
 * The write lock is held.
 */
export function addToIndexes(store: LockableStore, paths: readonly string[]): void {
  for (const [parent, digests] of byParent(paths)) {
    const file = store.locks.read(parent) ?? { children: [] };
    const children = new Set([...file.children, ...digests]);
    if (children.size > file.children.length) writeFile(store, parent, { ...file, children: [...children] });
  }
}

/** Writes a lock, whose parents are indexed. The write lock is held. */
export function writeLock(store: LockableStore, lock: StoredLock): void {
  const digest = lockDigest(lock.path);
  // A file may have taken the place of a directory with locks on paths that are gone.
  const children = store.locks.read(digest)?.children ?? [];
  writeFile(store, digest, { lock, children });
}

/** Removes the locks on paths, and after them the index entries. The write lock is held. */
export function removeLocks(store: LockableStore, paths: readonly string[]): void {
  for (const path of paths) {
    const digest = lockDigest(path);
    const file = store.locks.read(digest);
    if (file?.lock) writeFile(store, digest, { children: file.children });
  }
  for (const [parent, digests] of byParent(paths)) {
    const file = store.locks.read(parent);
    const children = file?.children.filter((digest) => !digests.has(digest));
    if (file && children && children.length < file.children.length)
      writeFile(store, parent, { ...file, children });
  }
}

/** Digests of paths by the digest of each of their parents. */
function byParent(paths: readonly string[]): Map<string, Set<string>> {
  const indexes = new Map<string, Set<string>>();
  for (const path of paths) {
    const digest = lockDigest(path);
    for (let at = path; at !== '/';) {
      at = parentPath(at);
      const parent = lockDigest(at);
      const known = indexes.get(parent);
      if (known) known.add(digest);
      else indexes.set(parent, new Set([digest]));
    }
  }
  return indexes;
}

/** A file that would say nothing is removed; directories stay, as Subversion leaves them. */
function writeFile(store: LockableStore, digest: string, content: LockFile): void {
  const { paths, files, locks } = store;
  const file = locks.file(digest);
  if (!content.lock && content.children.length === 0) {
    removeIfExists(file);
    return;
  }
  for (const directory of [paths.locks, dirname(file)])
    makeDirectoryDurably(directory, { modeFrom: paths.db, mayExist: true });
  const modeFrom = files.isPacked(0) ? paths.packFile(0) : paths.revFile(0);
  replaceFile(file, serializeLockFile(content), { modeFrom });
}
