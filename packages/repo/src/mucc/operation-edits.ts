import { joinPath, type Edit } from '@revstore/repository';
import { checkLocalPath } from '@revstore/working-files';
import type { Operation } from './operation.js';

/**
 * The edits of a tree of operations, in the order in which svnmucc drives its commit.
 *
 * @param anchor of the tree, a path in the repository.
 * @param baseRevision what is changed or deleted may not have changed after it.
 * @param relativePath of `operation` below the anchor.
 * @throws RevstoreError FS_PATH_SYNTAX (E160005) for control characters in a new path.
 */
export function* editsOf(
  operation: Operation,
  anchor: string,
  baseRevision: number,
  relativePath = '',
): Generator<Edit, void, undefined> {
  const path = joinPath(anchor, relativePath);
  if (operation.isAdded) checkLocalPath(relativePath);
  const { properties, contents, source } = operation;
  const based = operation.isAdded ? {} : { baseRevision };
  switch (operation.kind) {
    case 'delete':
      yield { type: 'delete', path, baseRevision };
      return;
    case 'add-directory':
    case 'add-file':
      if (source) yield { type: 'copy', path, from: source };
      else if (operation.isFile) {
        yield { type: 'add-file', path, contents: contents?.chunks() ?? [], properties };
        return;
      } else yield { type: 'make-directory', path };
      break;
    case 'open-directory':
    case 'open-file':
  }
  if (properties.length > 0) yield { type: 'set-properties', path, properties, ...based };
  if (contents) yield { type: 'put-file', path, contents: contents.chunks(), ...based };
  for (const child of operation.children ?? []) {
    const below = relativePath === '' ? child.name : `${relativePath}/${child.name}`;
    yield* editsOf(child, anchor, baseRevision, below);
  }
}
