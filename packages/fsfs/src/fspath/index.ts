/** Paths inside a repository: absolute, `/`-separated, `/` is the root. */
import { compareUtf8 } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { fsErrors } from '../fsfs-errors/index.js';

export { pathFault } from './path-fault.js';

/**
 * The canonical form of a path as callers write it: a leading slash, no empty or `.` components, none at the end.
 *
 * @throws RevstoreError `FS_PATH_SYNTAX` for a `..` component or a NUL character.
 */
export function canonicalPath(path: string): string {
  if (path.includes('\0'))
    throw new RevstoreError(fsErrors.FS_PATH_SYNTAX, `Path '${path}' contains a NUL character`, {
      data: { path },
    });
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..'))
    throw new RevstoreError(fsErrors.FS_PATH_SYNTAX, `Path '${path}' has a '..' component`, {
      data: { path },
    });
  return '/' + parts.join('/');
}

/** A directory and a relative path below it, '' for the directory itself. */
export function joinPath(directory: string, name: string): string {
  if (name === '') return directory;
  return directory === '/' ? `/${name}` : `${directory}/${name}`;
}

/** The directory of a path; the root's is the root. */
export function parentPath(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash <= 0 ? '/' : path.slice(0, slash);
}

/** The last component; '' for the root. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Components of a canonical path; none for the root. */
export function pathComponents(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/');
}

/** What follows `ancestor` in `path` without a leading slash, '' when they are equal, `undefined` when unrelated. */
export function relativeTo(ancestor: string, path: string): string | undefined {
  if (ancestor === path) return '';
  if (ancestor === '/') return path.slice(1);
  return path.startsWith(ancestor) && path[ancestor.length] === '/'
    ? path.slice(ancestor.length + 1)
    : undefined;
}

/** Subversion's order of paths: a directory's descendants come right after it, before its siblings. */
export function comparePaths(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  let i = 0;
  while (i < n && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === n) return a.length - b.length;
  if (a[i] === '/') return -1;
  if (b[i] === '/') return 1;
  // Whole: cut between two surrogates, a name would look like one that is not UTF-8.
  return compareUtf8(a, b);
}
