import { serializeChange, type ChangeAction } from '../changes/index.js';
import { joinPath } from '../fspath/index.js';
import type { LockedChange } from '../path-locks/index.js';
import { origins, type EditTable, type Transaction } from '../txn/index.js';

/** The paths that a transaction changes, for the check of locks; none below a recursive one. */
export function* pathsToCheck(
  txn: Transaction,
  row = 0,
  path = '/',
): Generator<LockedChange, void, undefined> {
  const { edits } = txn;
  if (edits.origin(row) !== origins.base) {
    yield { path, recursive: true };
    return;
  }
  if (edits.textModified(row) || edits.propertiesModified(row)) yield { path, recursive: false };
  for (const child of edits.children(row)) yield* pathsToCheck(txn, child, joinPath(path, edits.name(child)));
}

/**
 * The changed paths of a transaction in their stored form, in Subversion's order of paths.
 *
 * @param ids by row, of what changed.
 */
export function* storedChanges(
  txn: Transaction,
  ids: readonly string[],
  row = 0,
  path = '/',
): Generator<Uint8Array, void, undefined> {
  const { edits } = txn;
  const id = ids[row];
  if (id !== undefined) {
    const source = edits.copySource(row);
    yield serializeChange({
      id,
      action: actionOf(edits, row),
      kind: edits.kind(row),
      textModified: edits.textModified(row),
      propertiesModified: edits.propertiesModified(row),
      mergeinfoModified: edits.mergeinfoModified(row),
      path,
      ...(source ? { copyFrom: { revision: source.fromRevision, path: source.fromPath } } : {}),
    });
  }
  for (const child of edits.children(row))
    yield* storedChanges(txn, ids, child, joinPath(path, edits.name(child)));
}

function actionOf(edits: EditTable, row: number): ChangeAction {
  if (edits.origin(row) === origins.base) return 'modify';
  if (edits.origin(row) === origins.gone) return 'delete';
  return edits.replaces(row) ? 'replace' : 'add';
}
