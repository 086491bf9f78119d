import { RevstoreError } from '@revstore/errors';
import { fsErrors } from '../fsfs-errors/index.js';
import { joinPath } from '../fspath/index.js';
import type { Noderev } from '../nodes/index.js';
import type { Store } from '../store/index.js';
import type { Transaction } from '../txn/index.js';

/**
 * Checks that a transaction's edits fit onto the youngest revision, although others may have committed since its base.
 *
 * @throws RevstoreError `FS_CONFLICT` (E160024) where they changed the same; `FS_NO_LOCK_TOKEN` (E160038) where a lock
 * is in the way.
 */
export function checkMerge(store: Store, txn: Transaction, youngest: number): void {
  const base = store.tree(txn.baseRevision).root;
  const theirs = store.tree(youngest).root;
  visit(store, txn, 0, '/', base, theirs);
}

function visit(
  store: Store,
  txn: Transaction,
  row: number,
  path: string,
  base: Noderev,
  theirs: Noderev,
): void {
  const { edits } = txn;
  const directory = store.nodes.directory(theirs);
  for (const child of edits.children(row)) {
    const name = edits.name(child);
    const childPath = joinPath(path, name);
    const entry = directory.get(name);
    if (!edits.exists(child)) {
      if (entry) throw conflict(childPath);
      for (const lock of store.locks.locksBelow(childPath))
        throw new RevstoreError(
          fsErrors.FS_NO_LOCK_TOKEN,
          `Cannot verify lock on path '${lock.path}'; no matching lock-token available`,
          { data: { path: lock.path } },
        );
      continue;
    }
    const baseEntry = store.nodes.directory(base).get(name);
    if (!baseEntry) throw new TypeError(`${childPath} is not in the base of the transaction`);
    if (!entry || entry.id.nodeId !== baseEntry.id.nodeId || entry.id.copyId !== baseEntry.id.copyId)
      throw conflict(childPath);
    visit(store, txn, child, childPath, store.nodes.noderev(baseEntry.id), store.nodes.noderev(entry.id));
  }
}

function conflict(path: string): RevstoreError {
  return new RevstoreError(fsErrors.FS_CONFLICT, `Conflict at '${path}'`, { data: { path } });
}
