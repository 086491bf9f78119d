import { joinPath } from '../fspath/index.js';
import { serializeNoderevId } from '../ids/index.js';
import type { Noderev, NoderevFields } from '../nodes/index.js';
import { serializeRepresentation } from '../reps/index.js';
import type { Store } from '../store/index.js';
import { origins, type Transaction } from '../txn/index.js';
import { branchOf, type Branch } from './copy-ids.js';

/** A name of a directory and what is to be there; no `id` where nothing is. */
export interface EntryChange {
  readonly name: string;
  readonly kind: 'file' | 'dir';
  /** Stored form of the id. */
  readonly id?: string;
}

/** A new version of a node, while it is written. */
export interface NodeToWrite {
  readonly row: number;
  readonly path: string;
  readonly kind: 'file' | 'dir';
  readonly nodeId: string;
  readonly branch: Branch;
  /** The version that it follows or is a copy of; absent for what the transaction made. */
  readonly committed: Noderev | undefined;
}

/** What becomes of the nodes that a transaction changes: a revision, or the files that other processes see. */
export interface TreeSink {
  /** A node or copy id of the transaction. */
  newId(number: number): string;
  /** The revision that a copy made by the transaction names as its own copy root. */
  readonly ownRevision: number;
  /** Takes a node up; comes before everything else of it and after all below it. @returns the stored form of its id. */
  begin(node: NodeToWrite): string;
  /** @returns the `text` field of a file that got a new text. */
  fileText(row: number): string | undefined;
  /** @returns the `text` field of a directory whose entries change. */
  entries(node: NodeToWrite, changes: readonly EntryChange[]): string | undefined;
  /** @returns the `props` field of a node that got a new property list. */
  properties(node: NodeToWrite, properties: ReadonlyMap<string, Uint8Array>): string | undefined;
  end(node: NodeToWrite, fields: NoderevFields): void;
}

/** What a node just written means to its parent. */
interface Written {
  readonly id: string;
  /** Nodes with svn:mergeinfo in the subtree. */
  readonly mergeinfoCount: number;
}

/** Builds the new version of each node that a transaction changes, children first, on the tree of a revision. */
export class TreeWriter {
  readonly #store: Store;
  readonly #txn: Transaction;
  readonly #sink: TreeSink;
  readonly #changeIds: string[] = [];

  constructor(store: Store, txn: Transaction, sink: TreeSink) {
    this.#store = store;
    this.#txn = txn;
    this.#sink = sink;
  }

  /**
   * Writes all nodes.
   *
   * @param root of the revision that the transaction builds on.
   * @returns by row the ids, as stored, of what changed: for deletions those of what is gone.
   */
  write(root: Noderev): readonly string[] {
    this.#writeNode({
      row: 0,
      path: '/',
      kind: 'dir',
      nodeId: root.id.nodeId,
      branch: { copyId: root.id.copyId, copyRoot: root.copyRoot },
      committed: root,
    });
    return this.#changeIds;
  }

  /** The node of a row and all rows below it. */
  #writeRow(row: number, parent: NodeToWrite, existing: Noderev | undefined): Written {
    const { edits } = this.#txn;
    const { nodes } = this.#store;
    const path = joinPath(parent.path, edits.name(row));
    const number = edits.nodeNumber(row);
    const origin = edits.origin(row);
    if (origin === origins.new)
      return this.#writeNode({
        row,
        path,
        kind: edits.kind(row),
        nodeId: this.#sink.newId(number),
        branch: parent.branch,
        committed: undefined,
      });
    const committed = origin === origins.copy ? nodes.noderev(edits.copySource(row)!) : existing!;
    const branch: Branch =
      origin === origins.copy
        ? { copyId: this.#sink.newId(number), copyRoot: { revision: this.#sink.ownRevision, path } }
        : branchOf(nodes, { path, node: committed }, parent.committed!, parent.branch, () =>
            this.#sink.newId(this.#txn.newCopyNumber()),
          );
    const { kind } = committed;
    return this.#writeNode({ row, path, kind, nodeId: committed.id.nodeId, branch, committed });
  }

  #writeNode(node: NodeToWrite): Written {
    const { edits } = this.#txn;
    const { row, path, kind, committed, branch } = node;
    const below = kind === 'dir' ? this.#writeChildren(node) : { mergeinfoDelta: 0, changes: [] };
    const id = this.#sink.begin(node);
    const properties = edits.properties(row);
    const hadMergeinfo = committed?.hasMergeinfo ?? false;
    const hasMergeinfo = properties ? properties.has('svn:mergeinfo') : hadMergeinfo;
    const mergeinfoCount =
      (committed?.mergeinfoCount ?? 0) + below.mergeinfoDelta + Number(hasMergeinfo) - Number(hadMergeinfo);
    const keptText = committed?.text && serializeRepresentation(committed.text);
    const keptProperties = committed?.properties && serializeRepresentation(committed.properties);
    const source = edits.copySource(row);
    const { copyRoot } = branch;
    const isCopyRoot = copyRoot.revision === this.#sink.ownRevision && copyRoot.path === path;
    const text =
      kind === 'file'
        ? edits.text(row)
          ? this.#sink.fileText(row)
          : keptText
        : below.changes.length > 0
          ? this.#sink.entries(node, below.changes)
          : keptText;
    this.#sink.end(node, {
      id,
      kind,
      predecessor: committed && serializeNoderevId(committed.id),
      predecessorCount: committed ? committed.predecessorCount + 1 : 0,
      text,
      properties: properties ? this.#sink.properties(node, properties) : keptProperties,
      createdPath: path,
      copyFrom: source && { revision: source.fromRevision, path: source.fromPath },
      copyRoot: isCopyRoot ? undefined : copyRoot,
      mergeinfoCount,
      hasMergeinfo,
    });
    if (edits.origin(row) !== origins.base || edits.textModified(row) || edits.propertiesModified(row))
      this.#changeIds[row] = this.#idWithin(node);
    return { id, mergeinfoCount };
  }

  /** Writes the rows below a directory, and tells what becomes of its entries. */
  #writeChildren(node: NodeToWrite): {
    readonly mergeinfoDelta: number;
    readonly changes: readonly EntryChange[];
  } {
    const { edits } = this.#txn;
    const changes: EntryChange[] = [];
    let mergeinfoDelta = 0;
    const rows = edits.children(node.row);
    const directory =
      rows.length > 0 && node.committed ? this.#store.nodes.directory(node.committed) : undefined;
    for (const row of rows) {
      const name = edits.name(row);
      const kind = edits.kind(row);
      const entry = directory?.get(name);
      const existing = entry && this.#store.nodes.noderev(entry.id);
      mergeinfoDelta -= existing?.mergeinfoCount ?? 0;
      if (edits.origin(row) === origins.gone) {
        if (existing) this.#changeIds[row] = serializeNoderevId(existing.id);
        changes.push({ name, kind });
        continue;
      }
      const { id, mergeinfoCount } = this.#writeRow(row, node, existing);
      mergeinfoDelta += mergeinfoCount;
      changes.push({ name, kind, id });
    }
    return { mergeinfoDelta, changes };
  }

  /** The id that a node has within the transaction. */
  #idWithin({ nodeId, branch }: NodeToWrite): string {
    return `${this.#within(nodeId)}.${this.#within(branch.copyId)}.t${this.#txn.id}`;
  }

  #within(id: string): string {
    const suffix = `-${this.#sink.ownRevision}`;
    return id.endsWith(suffix) ? `_${id.slice(0, -suffix.length)}` : id;
  }
}
