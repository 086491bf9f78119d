import { RevstoreError } from '@revstore/errors';
import {
  baseName,
  comparePaths,
  fsErrors,
  joinPath,
  parentPath,
  relativeTo,
  type Change,
} from '@revstore/fsfs';
import { compareUtf8 } from '@revstore/bytes';

/** Where a node was. */
export interface Place {
  readonly revision: number;
  readonly path: string;
}

/** One node that a revision changed, as a dump tells it. Paths are absolute. */
export interface NodeAction {
  readonly path: string;
  /** Absent for deletions. */
  readonly kind?: 'file' | 'dir';
  readonly action: 'add' | 'change' | 'delete' | 'replace';
  /** Where a node that is added was copied from. */
  readonly copyFrom?: Place;
  /** What a change is against, where a parent was copied; otherwise the same path in the revision before. */
  readonly compareTo?: Place;
}

/** A directory on the way from the root to the path at hand. */
interface OpenDirectory {
  readonly path: string;
  /** Where it was copied from, itself or with a parent. */
  readonly source?: Place;
  /** Children that go unless they come again. */
  readonly deleted: Set<string>;
}

/**
 * A revision's changed paths as actions on nodes, in the order of Subversion's dump: in the order of paths, but for deletions,
 * which follow when all else below their directory was told.
 *
 * @param kindOf the kind of a node in the revision, for changes that don't tell it.
 * @throws RevstoreError where the changes can't be: `FS_ALREADY_EXISTS`, `FS_NOT_FOUND`.
 * @see libsvn_repos/replay.c, libsvn_delta/path_driver.c, libsvn_repos/dump.c
 */
export function* replayChanges(
  changes: readonly Change[],
  kindOf: (path: string) => 'file' | 'dir' | undefined,
): Generator<NodeAction, void, undefined> {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  const stack: OpenDirectory[] = [];
  for (const path of [...byPath.keys()].sort(comparePaths)) {
    const change = byPath.get(path)!;
    if (path === '/') {
      if (change.action !== 'modify')
        throw new RevstoreError(fsErrors.FS_ALREADY_EXISTS, 'Root directory already exists.', {
          data: { path },
        });
      stack.push({ path, deleted: new Set() });
      if (change.propertiesModified) yield { path, kind: 'dir', action: 'change' };
      continue;
    }
    while (stack.length > 0 && relativeTo(stack.at(-1)!.path, path) === undefined) yield* close(stack.pop()!);
    if (stack.length === 0) stack.push({ path: '/', deleted: new Set() });
    openParents(stack, parentPath(path));
    const parent = stack.at(-1)!;
    const deletes = change.action === 'delete' || change.action === 'replace';
    if (deletes) parent.deleted.add(path);
    if (change.action === 'delete') continue;
    const kind = change.kind ?? kindOf(path);
    if (kind === undefined)
      throw new RevstoreError(
        fsErrors.FS_NOT_FOUND,
        `Filesystem path '${path.slice(1)}' is neither a file nor a directory`,
        { data: { path } },
      );
    if (change.action === 'modify') {
      const source = sourceBelow(parent, path);
      const compareTo = source ? { compareTo: source } : {};
      if (kind === 'dir') stack.push({ path, deleted: new Set(), ...(source ? { source } : {}) });
      if (kind === 'file' || change.propertiesModified) yield { path, kind, action: 'change', ...compareTo };
      continue;
    }
    const { copyFrom } = change;
    const action = parent.deleted.delete(path) ? 'replace' : 'add';
    if (kind === 'dir') stack.push({ path, deleted: new Set(), ...(copyFrom ? { source: copyFrom } : {}) });
    yield { path, kind, action, ...(copyFrom ? { copyFrom } : {}) };
  }
  while (stack.length > 0) yield* close(stack.pop()!);
}

function* close(directory: OpenDirectory): Generator<NodeAction, void, undefined> {
  for (const path of [...directory.deleted].sort(compareUtf8)) yield { path, action: 'delete' };
}

/** Opens the directories between the innermost open one and `directory`. */
function openParents(stack: OpenDirectory[], directory: string): void {
  const below = relativeTo(stack.at(-1)!.path, directory);
  if (below === undefined || below === '') return;
  for (const name of below.split('/')) {
    const parent = stack.at(-1)!;
    const path = joinPath(parent.path, name);
    const source = sourceBelow(parent, path);
    stack.push({ path, deleted: new Set(), ...(source ? { source } : {}) });
  }
}

function sourceBelow({ source }: OpenDirectory, path: string): Place | undefined {
  return source && { revision: source.revision, path: joinPath(source.path, baseName(path)) };
}
