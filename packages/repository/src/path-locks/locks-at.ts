import { canonicalPath, comparePaths, relativeTo, type Store } from '@revstore/fsfs';
import type { Depth, PathLock } from '../api/index.js';

/**
 * The locks on a path and below it, in Subversion's order of paths. The path need not exist.
 *
 * @throws RevstoreError `FS_CORRUPT`, `FS_PATH_SYNTAX`
 */
export function locksAt(store: Store, path: string, depth: Depth): PathLock[] {
  const at = canonicalPath(path);
  return [...store.locks.locksBelow(at)]
    .filter((lock) => isWithin(relativeTo(at, lock.path), depth))
    .sort((a, b) => comparePaths(a.path, b.path));
}

/** Only files are locked, so `files` and `immediates` are the same. */
function isWithin(relative: string | undefined, depth: Depth): boolean {
  if (relative === undefined) return false;
  if (relative === '' || depth === 'infinity') return true;
  return depth !== 'empty' && !relative.includes('/');
}
