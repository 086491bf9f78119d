import { compareUtf8, concatBytes, ItemChecksum, md5Hex, nameBytes, toHex } from '@revstore/bytes';
import { serializeHashDump, sortedEntries } from '@revstore/proplist';
import { encodeNewDataWindow, svndiffHeader, windowSize } from '@revstore/svndiff';
import { RevstoreError } from '@revstore/errors';
import { serializeChange } from '../changes/index.js';
import { fsErrors } from '../fsfs-errors/index.js';
import { joinPath } from '../fspath/index.js';
import type { NoderevId } from '../ids/index.js';
import {
  itemIndexes,
  itemTypes,
  serializeFooter,
  serializeL2pIndex,
  serializeP2lIndex,
  type ItemType,
} from '../index-format/index.js';
import { serializeDirectory, serializeNoderev, type DirectoryEntry, type Noderev } from '../nodes/index.js';
import { repTrailer, serializeRepHeader, type Representation } from '../reps/index.js';
import type { Store } from '../store/index.js';
import type { PathStep } from '../tree/index.js';
import type { Transaction } from '../txn/index.js';
import { branchOf, type Branch } from './copy-ids.js';

/** Bytes of changed paths that are gathered before they are written. */
const changesChunk = 64 * 1024;

/** What a node just written means to its parent. */
interface Written {
  readonly id: NoderevId;
  /** Change of the number of nodes with svn:mergeinfo in the subtree. */
  readonly mergeinfoDelta: number;
}

/** Writes the items of a new revision, its indexes and footer behind the texts of a transaction's proto-rev file. */
export class RevisionWriter {
  readonly #store: Store;
  readonly #txn: Transaction;
  readonly #revision: number;
  readonly #propertyReps = new Map<ReadonlyMap<string, Uint8Array>, Representation>();

  constructor(store: Store, txn: Transaction, revision: number) {
    this.#store = store;
    this.#txn = txn;
    this.#revision = revision;
  }

  /** Writes everything; the proto-rev file is then a complete revision file, not yet flushed. */
  write(): void {
    const root = this.#store.tree(this.#revision - 1).root;
    this.#writeExisting(0, [{ path: '/', node: root }], undefined);
    this.#writeChanges();
    this.#writeIndexes();
  }

  /** A directory of the youngest revision with new entries. `steps` lead from the root to it. */
  #writeExisting(row: number, steps: readonly PathStep[], parent: Branch | undefined): Written {
    const { edits } = this.#txn;
    const { path, node } = steps.at(-1)!;
    const replaced = new Map<string, NoderevId>();
    const added: DirectoryEntry[] = [];
    const directory = this.#store.nodes.directory(node);
    const self: Branch = parent
      ? branchOf(this.#store.nodes, steps, parent, () => this.#newId())
      : { copyId: node.id.copyId, copyRoot: node.copyRoot };
    let mergeinfoDelta = 0;
    for (const child of edits.children(row)) {
      const name = edits.name(child);
      let written: Written;
      if (edits.exists(child)) {
        const entry = directory.get(name)!;
        const childNode = this.#store.nodes.noderev(entry.id);
        const childSteps = [...steps, { path: joinPath(path, name), node: childNode }];
        written = this.#writeExisting(child, childSteps, self);
        replaced.set(name, written.id);
      } else {
        written = this.#writeNew(child, joinPath(path, name), self);
        added.push({ name, kind: edits.isFile(child) ? 'file' : 'dir', id: written.id });
      }
      mergeinfoDelta += written.mergeinfoDelta;
    }
    checkDistinct(added, path);
    const id: NoderevId = {
      nodeId: node.id.nodeId,
      copyId: self.copyId,
      revision: this.#revision,
      itemIndex: path === '/' ? itemIndexes.rootNode : this.#txn.newItemIndex(),
    };
    const entries = mergeEntries(directory.entries, replaced, added);
    const { copyFrom: _copiedBefore, ...kept } = node;
    this.#writeNoderev({
      ...kept,
      id,
      predecessor: node.id,
      predecessorCount: node.predecessorCount + 1,
      text: this.#writeDirectory(entries),
      createdPath: path,
      copyRoot: self.copyRoot,
      mergeinfoCount: node.mergeinfoCount + mergeinfoDelta,
    });
    return { id, mergeinfoDelta };
  }

  #writeNew(row: number, path: string, parent: Branch): Written {
    const { edits } = this.#txn;
    const properties = edits.properties(row);
    const hasMergeinfo = properties?.has('svn:mergeinfo') ?? false;
    let mergeinfoCount = hasMergeinfo ? 1 : 0;
    let text: Representation | undefined;
    const kind = edits.isFile(row) ? 'file' : 'dir';
    if (kind === 'file') {
      const stored = edits.text(row);
      text = {
        revision: this.#revision,
        itemIndex: stored.itemIndex,
        size: stored.size,
        expandedSize: stored.expandedSize,
        md5: toHex(stored.md5),
        sha1: toHex(stored.sha1),
        uniquifier: `${this.#txn.id}/_${stored.uniquifier.toString(36)}`,
      };
    } else {
      const entries: DirectoryEntry[] = [];
      for (const child of edits.children(row)) {
        const name = edits.name(child);
        const written = this.#writeNew(child, joinPath(path, name), parent);
        mergeinfoCount += written.mergeinfoDelta;
        entries.push({ name, kind: edits.isFile(child) ? 'file' : 'dir', id: written.id });
      }
      checkDistinct(entries, path);
      if (entries.length > 0) text = this.#writeDirectory(entries);
    }
    const props = properties && this.#writeProperties(properties, kind);
    const id: NoderevId = {
      nodeId: `${edits.nodeNumber(row).toString(36)}-${this.#revision}`,
      copyId: parent.copyId,
      revision: this.#revision,
      itemIndex: this.#txn.newItemIndex(),
    };
    this.#writeNoderev({
      id,
      kind,
      predecessorCount: 0,
      ...(text ? { text } : {}),
      ...(props ? { properties: props } : {}),
      createdPath: path,
      copyRoot: parent.copyRoot,
      mergeinfoCount,
      hasMergeinfo,
    });
    return { id, mergeinfoDelta: mergeinfoCount };
  }

  #newId(): string {
    return `${this.#txn.newNumber().toString(36)}-${this.#revision}`;
  }

  #writeNoderev(node: Noderev): void {
    this.#txn.appendItem(nameBytes(serializeNoderev(node)), itemTypes.noderev, node.id.itemIndex);
  }

  #writeDirectory(entries: readonly DirectoryEntry[]): Representation {
    const { dirDeltification } = this.#store.settings;
    return this.#writeContainer(serializeDirectory(entries), dirDeltification, itemTypes.dirRep);
  }

  #writeProperties(properties: ReadonlyMap<string, Uint8Array>, kind: 'file' | 'dir'): Representation {
    let rep = this.#propertyReps.get(properties);
    if (!rep) {
      const { propsDeltification } = this.#store.settings;
      const type = kind === 'file' ? itemTypes.fileProps : itemTypes.dirProps;
      rep = this.#writeContainer(serializeHashDump(sortedEntries(properties)), propsDeltification, type);
      this.#propertyReps.set(properties, rep);
    }
    return { ...rep, uniquifier: `${this.#txn.id}/_${this.#txn.newNumber().toString(36)}` };
  }

  /** Writes a directory or a property list as a delta against nothing, or plain where deltas are switched off. */
  #writeContainer(text: Uint8Array, deltify: boolean, type: ItemType): Representation {
    const { codec: name, level } = this.#store.settings.compression;
    const codec = this.#store.provider[name];
    const header = Buffer.from(serializeRepHeader({ type: deltify ? 'delta' : 'plain' }), 'latin1');
    const parts: Uint8Array[] = [header];
    if (deltify) {
      parts.push(svndiffHeader(codec.svndiffVersion));
      for (let at = 0; at < text.length; at += windowSize)
        parts.push(encodeNewDataWindow(text.subarray(at, at + windowSize), codec, level));
    } else {
      parts.push(text);
    }
    parts.push(Buffer.from(repTrailer, 'latin1'));
    const item = concatBytes(parts);
    return {
      revision: this.#revision,
      itemIndex: this.#txn.appendItem(item, type),
      size: item.length - header.length - repTrailer.length,
      expandedSize: text.length,
      md5: md5Hex(text),
    };
  }

  /** The changed paths in Subversion's order of paths, with ids as they were within the transaction. */
  #writeChanges(): void {
    const { edits, protoRev, id } = this.#txn;
    const start = protoRev.position;
    const checksum = new ItemChecksum();
    let parts: Uint8Array[] = [];
    let gathered = 0;
    const put = (bytes: Uint8Array): void => {
      parts.push(bytes);
      gathered += bytes.length;
      if (gathered >= changesChunk) flush();
    };
    const flush = (): void => {
      const bytes = concatBytes(parts);
      protoRev.write(bytes);
      checksum.update(bytes);
      parts = [];
      gathered = 0;
    };
    const visit = (row: number, path: string): void => {
      for (const child of edits.children(row)) {
        const childPath = joinPath(path, edits.name(child));
        if (!edits.exists(child)) {
          const properties = edits.properties(child);
          put(
            serializeChange({
              id: `_${edits.nodeNumber(child).toString(36)}.0.t${id}`,
              action: 'add',
              kind: edits.isFile(child) ? 'file' : 'dir',
              textModified: edits.isFile(child),
              propertiesModified: properties !== undefined,
              mergeinfoModified: properties?.has('svn:mergeinfo') ?? false,
              path: childPath,
            }),
          );
        }
        visit(child, childPath);
      }
    };
    visit(0, '/');
    put(Uint8Array.of(10));
    flush();
    this.#txn.recordItem(
      itemIndexes.changes,
      start,
      protoRev.position - start,
      itemTypes.changes,
      checksum.value(),
    );
  }

  #writeIndexes(): void {
    const { protoRev, items } = this.#txn;
    const { l2pPageSize, p2lPageSize } = this.#store.settings;
    const l2pOffset = protoRev.position;
    const l2p = serializeL2pIndex({
      firstRevision: this.#revision,
      pageSize: l2pPageSize,
      revisions: [this.#txn.itemOffsets()],
    });
    protoRev.write(l2p);
    const p2lOffset = protoRev.position;
    const p2l = serializeP2lIndex({
      firstRevision: this.#revision,
      fileSize: l2pOffset,
      pageSize: p2lPageSize,
      entries: items,
    });
    protoRev.write(p2l);
    protoRev.write(
      serializeFooter({ l2pOffset, l2pChecksum: md5Hex(l2p), p2lOffset, p2lChecksum: md5Hex(p2l) }),
    );
  }
}

function checkDistinct(entries: readonly DirectoryEntry[], directory: string): void {
  for (let i = 1; i < entries.length; i++)
    if (entries[i].name === entries[i - 1].name) {
      const path = joinPath(directory, entries[i].name);
      throw new RevstoreError(fsErrors.FS_ALREADY_EXISTS, `Path '${path}' already exists`, {
        data: { path },
      });
    }
}

/** Old entries with some ids replaced and new ones merged in, all in byte order of names. */
function mergeEntries(
  old: readonly DirectoryEntry[],
  replaced: ReadonlyMap<string, NoderevId>,
  added: readonly DirectoryEntry[],
): DirectoryEntry[] {
  const merged: DirectoryEntry[] = [];
  let next = 0;
  for (const entry of old) {
    while (next < added.length && compareUtf8(added[next].name, entry.name) < 0) merged.push(added[next++]);
    const id = replaced.get(entry.name);
    merged.push(id ? { ...entry, id } : entry);
  }
  merged.push(...added.slice(next));
  return merged;
}
