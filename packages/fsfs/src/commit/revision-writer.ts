import { concatBytes, ItemChecksum, md5Hex, nameBytes, sha1Hex, toHex } from '@revstore/bytes';
import { serializeHashDump, sortedEntries } from '@revstore/proplist';
import { serializeNoderevId, type NoderevId } from '../ids/index.js';
import {
  itemIndexes,
  itemTypes,
  serializeFooter,
  serializeL2pIndex,
  serializeP2lIndex,
  type ItemType,
} from '../index-format/index.js';
import { serializeDirectory, serializeNoderevFields, type NoderevFields } from '../nodes/index.js';
import { serializeRepresentation, type Representation } from '../reps/index.js';
import type { Store } from '../store/index.js';
import { chooseDeltaBase, encodeRep, plainRep, type Transaction } from '../txn/index.js';
import {
  committedEntries,
  storedChanges,
  TreeWriter,
  type EntryChange,
  type NodeToWrite,
  type TreeSink,
} from '../new-nodes/index.js';

/** Bytes of changed paths that are gathered before they are written. */
const changesChunk = 64 * 1024;

/** Writes the items of a new revision, its indexes and footer behind the texts of a transaction's proto-rev file. */
export class RevisionWriter implements TreeSink {
  readonly ownRevision: number;
  readonly #store: Store;
  readonly #txn: Transaction;
  readonly #propertyReps: Map<string, Representation>;
  #id: NoderevId | undefined;

  /** @param sharedProperties representations of property lists that the store has, by the SHA-1 of their text. */
  constructor(
    store: Store,
    txn: Transaction,
    revision: number,
    sharedProperties: ReadonlyMap<string, Representation> = new Map(),
  ) {
    this.#store = store;
    this.#txn = txn;
    this.ownRevision = revision;
    this.#propertyReps = new Map(sharedProperties);
  }

  /** Property representations that the revision has, by the SHA-1 of their text. */
  get propertyReps(): ReadonlyMap<string, Representation> {
    return this.#propertyReps;
  }

  /** Writes everything; the proto-rev file is then a complete revision file, not yet flushed. */
  write(): void {
    const { root } = this.#store.tree(this.ownRevision - 1);
    const changeIds = new TreeWriter(this.#store, this.#txn, this).write(root);
    this.#writeChanges(changeIds);
    this.#writeIndexes();
  }

  newId(number: number): string {
    return `${number.toString(36)}-${this.ownRevision}`;
  }

  begin({ row, nodeId, branch }: NodeToWrite): string {
    this.#id = {
      nodeId,
      copyId: branch.copyId,
      revision: this.ownRevision,
      itemIndex: row === 0 ? itemIndexes.rootNode : this.#txn.newItemIndex(),
    };
    return serializeNoderevId(this.#id);
  }

  fileText(row: number): string {
    const text = this.#txn.edits.text(row)!;
    return serializeRepresentation({
      revision: text.revision ?? this.ownRevision,
      itemIndex: text.itemIndex,
      size: text.size,
      expandedSize: text.expandedSize,
      md5: toHex(text.md5),
      sha1: toHex(text.sha1),
      uniquifier: this.#uniquifier(text.uniquifier),
    });
  }

  entries({ committed }: NodeToWrite, changes: readonly EntryChange[]): string | undefined {
    const old = committed ? this.#store.nodes.directory(committed).entries : [];
    const entries = committedEntries(old, changes);
    if (entries.length === 0 && !committed?.text) return undefined;
    const { dirDeltification } = this.#store.settings;
    const base = dirDeltification ? chooseDeltaBase(this.#store, committed, 'text') : undefined;
    const rep = this.#writeContainer(serializeDirectory(entries), dirDeltification, base, itemTypes.dirRep);
    this.#store.nodes.keepDirectory(rep, entries);
    return serializeRepresentation(rep);
  }

  properties(
    { committed, kind }: NodeToWrite,
    properties: ReadonlyMap<string, Uint8Array>,
  ): string | undefined {
    // A list that became empty is stored as such; one that never was is not.
    if (properties.size === 0 && !committed?.properties) return undefined;
    const text = serializeHashDump(sortedEntries(properties));
    const key = sha1Hex(text);
    let rep = this.#propertyReps.get(key);
    if (!rep) {
      const { propsDeltification } = this.#store.settings;
      const base = propsDeltification ? chooseDeltaBase(this.#store, committed, 'properties') : undefined;
      const type = kind === 'file' ? itemTypes.fileProps : itemTypes.dirProps;
      rep = this.#writeContainer(text, propsDeltification, base, type);
      if (this.#txn.sharing) this.#propertyReps.set(key, rep);
    }
    return serializeRepresentation({ ...rep, uniquifier: this.#uniquifier(this.#txn.newNumber()) });
  }

  end(_node: NodeToWrite, fields: NoderevFields): void {
    const bytes = nameBytes(serializeNoderevFields(fields));
    this.#txn.appendItem(bytes, itemTypes.noderev, this.#id!.itemIndex);
  }

  #uniquifier(number: number): string {
    return `${this.#txn.id}/_${number.toString(36)}`;
  }

  /** Writes a directory or a property list as a delta, or plain where deltas are switched off. */
  #writeContainer(
    text: Uint8Array,
    deltify: boolean,
    base: Representation | undefined,
    type: ItemType,
  ): Representation {
    const { codec, level } = this.#store.settings.compression;
    const { item, size } = deltify
      ? encodeRep(
          text,
          this.#store.provider[codec],
          level,
          base && { rep: base, text: this.#store.reps.readAll(base) },
        )
      : plainRep(text);
    return {
      revision: this.ownRevision,
      itemIndex: this.#txn.appendItem(item, type),
      size,
      expandedSize: text.length,
      md5: md5Hex(text),
    };
  }

  #writeChanges(ids: readonly string[]): void {
    const { protoRev } = this.#txn;
    const start = protoRev.position;
    const checksum = new ItemChecksum();
    let parts: Uint8Array[] = [];
    let gathered = 0;
    const flush = (): void => {
      const bytes = concatBytes(parts);
      protoRev.write(bytes);
      checksum.update(bytes);
      parts = [];
      gathered = 0;
    };
    for (const bytes of storedChanges(this.#txn, ids)) {
      parts.push(bytes);
      gathered += bytes.length;
      if (gathered >= changesChunk) flush();
    }
    parts.push(Uint8Array.of(10));
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
      firstRevision: this.ownRevision,
      pageSize: l2pPageSize,
      revisions: [this.#txn.itemOffsets()],
    });
    protoRev.write(l2p);
    const p2lOffset = protoRev.position;
    const p2l = serializeP2lIndex({
      firstRevision: this.ownRevision,
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
