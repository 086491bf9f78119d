import { RevstoreError } from '@revstore/errors';
import { fsErrors } from '../fsfs-errors/index.js';
import { joinPath } from '../fspath/index.js';
import type { Directory, Noderev } from '../nodes/index.js';
import { branchOf, type Branch } from '../new-nodes/index.js';
import type { Representation } from '../reps/index.js';
import type { Store } from '../store/index.js';
import { origins, type Transaction } from '../txn/index.js';

/**
 * Checks that a transaction's edits fit onto the youngest revision, although others may have committed since its base.
 *
 * @throws RevstoreError `FS_CONFLICT` (E160024) where they changed the same.
 * @see libsvn_fs_fs/tree.c#merge
 */
export function checkMerge(store: Store, txn: Transaction, youngest: number): void {
  if (youngest === txn.baseRevision) return;
  const base = store.tree(txn.baseRevision).root;
  const branch = { copyId: base.id.copyId, copyRoot: base.copyRoot };
  new Merge(store, txn).visit(0, '/', base, store.tree(youngest).root, branch);
}

class Merge {
  readonly #store: Store;
  readonly #txn: Transaction;

  constructor(store: Store, txn: Transaction) {
    this.#store = store;
    this.#txn = txn;
  }

  /** A node that the transaction changes: as it was in its base, and as it is now. */
  visit(row: number, path: string, base: Noderev, theirs: Noderev, branch: Branch): void {
    if (sameNode(base, theirs)) return;
    const { edits } = this.#txn;
    const { nodes } = this.#store;
    if (base.kind === 'file' || theirs.kind === 'file' || !sameText(base.properties, theirs.properties))
      throw conflict(path);
    const before = nodes.directory(base);
    const now = nodes.directory(theirs);
    // Whoever sets properties of a directory must know all that is in it.
    if (edits.propertiesModified(row) && !sameNames(before, now)) throw conflict(path);
    const added: number[] = [];
    for (const child of edits.children(row)) {
      const name = edits.name(child);
      const beforeEntry = before.get(name);
      if (!beforeEntry) {
        added.push(child);
        continue;
      }
      const childPath = joinPath(path, name);
      const nowEntry = now.get(name);
      if (nowEntry && sameNode(beforeEntry, nowEntry)) continue;
      if (!nowEntry || edits.origin(child) !== origins.base) throw conflict(childPath);
      const node = nodes.noderev(beforeEntry.id);
      const childBranch = branchOf(nodes, { path: childPath, node }, base, branch, () => 'new');
      if (
        nowEntry.id.nodeId !== node.id.nodeId ||
        nowEntry.id.copyId !== node.id.copyId ||
        childBranch.copyId !== node.id.copyId
      )
        throw conflict(childPath);
      this.visit(child, childPath, node, nodes.noderev(nowEntry.id), childBranch);
    }
    for (const child of added) {
      const name = edits.name(child);
      if (now.get(name)) throw conflict(joinPath(path, name));
    }
  }
}

function sameNode(a: Pick<Noderev, 'id'>, b: Pick<Noderev, 'id'>): boolean {
  return a.id.revision === b.id.revision && a.id.itemIndex === b.id.itemIndex;
}

function sameText(a: Representation | undefined, b: Representation | undefined): boolean {
  return a?.md5 === b?.md5 && a?.expandedSize === b?.expandedSize;
}

function sameNames(a: Directory, b: Directory): boolean {
  return (
    a.entries.length === b.entries.length &&
    a.entries.every(({ name, id }, i) => {
      const other = b.entries[i];
      return name === other.name && id.nodeId === other.id.nodeId && id.copyId === other.id.copyId;
    })
  );
}

function conflict(path: string): RevstoreError {
  return new RevstoreError(fsErrors.FS_CONFLICT, `Conflict at '${path}'`, { data: { path } });
}
