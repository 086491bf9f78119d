import { pathHistory, relativeTo, type Store } from '@revstore/fsfs';
import { mergeinfoChanges, uniteRanges, type Mergeinfo } from '../mergeinfo/index.js';
import { mergeinfoAt } from './mergeinfo-at.js';

/** A revision in which a file changed, and its path there. */
export interface FileRevision {
  readonly path: string;
  readonly revision: number;
  /** Whether it only belongs to the file's history because it was merged into it. */
  readonly merged: boolean;
}

interface Found extends FileRevision {
  /** What this revision merged into the file. */
  readonly mergedIn?: Mergeinfo;
}

/**
 * The revisions of a file from `end` back to the last one not younger than `start`, youngest first.
 *
 * @throws RevstoreError `FS_NOT_FOUND`
 */
export function* fileRevisions(
  store: Store,
  path: string,
  start: number,
  end: number,
): Generator<FileRevision, void, undefined> {
  for (const point of pathHistory(store.nodes, path, end)) {
    yield { ...point, merged: false };
    if (point.revision <= start) return;
  }
}

/**
 * {@link fileRevisions} and the revisions of other files that were merged into them, and into those in turn; oldest first.
 *
 * @see libsvn_repos/rev_hunt.c#svn_repos_get_file_revs2
 */
export function mergedFileRevisions(store: Store, path: string, start: number, end: number): FileRevision[] {
  const known = new Set<string>();
  const main = trace(store, path, start, end, false, known);
  const merged: Found[] = [];
  for (let last = main; last.length > 0;) {
    const next: Found[] = [];
    for (const { mergedIn } of last)
      for (const [source, ranges] of mergedIn ?? [])
        for (const range of ranges) {
          if (range.end < start) continue;
          if (store.tree(range.end).find(source)?.kind !== 'file') continue;
          next.push(...trace(store, source, range.start, range.end, true, known));
        }
    merged.push(...next);
    last = next;
  }
  merged.sort((a, b) => b.revision - a.revision);
  const all: FileRevision[] = [];
  while (main.length > 0 || merged.length > 0) {
    const fromMain =
      merged.length === 0 || (main.length > 0 && main.at(-1)!.revision <= merged.at(-1)!.revision);
    all.push((fromMain ? main : merged).pop()!);
  }
  return all;
}

/** One line of history, until it meets another that is known already; youngest first. */
function trace(
  store: Store,
  path: string,
  start: number,
  end: number,
  merged: boolean,
  known: Set<string>,
): Found[] {
  const found: Found[] = [];
  for (const point of fileRevisions(store, path, start, end)) {
    const key = `${point.path}:${point.revision}`;
    if (known.has(key)) break;
    const mergedIn = mergedInto(store, point.path, point.revision);
    found.push({ ...point, merged, ...(mergedIn ? { mergedIn } : {}) });
    known.add(key);
  }
  return found;
}

/** What a revision merged into a file, back or forth; undefined for nothing. */
function mergedInto(store: Store, path: string, revision: number): Mergeinfo | undefined {
  const touched = store
    .changes(revision)
    .some(
      (change) =>
        change.propertiesModified &&
        change.mergeinfoModified !== false &&
        relativeTo(change.path, path) !== undefined,
    );
  if (!touched || revision === 0) return undefined;
  const now = mergeinfoAt(store, path, revision);
  // A file that is new merged nothing.
  if (!store.tree(revision - 1).find(path)) return undefined;
  const before = mergeinfoAt(store, path, revision - 1);
  const { added, deleted } = mergeinfoChanges(before ?? new Map(), now ?? new Map(), false);
  const changed: Mergeinfo = new Map(added);
  for (const [source, ranges] of deleted) changed.set(source, uniteRanges(changed.get(source) ?? [], ranges));
  return changed.size > 0 ? changed : undefined;
}
