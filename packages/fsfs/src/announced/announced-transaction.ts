import { join } from 'node:path';
import { nameBytes, toHex } from '@revstore/bytes';
import {
  AppendFile,
  makeDirectoryDurably,
  moveIntoPlace,
  readWholeFile,
  replaceFile,
  writeNewFile,
} from '@revstore/files';
import { parseHashDump, serializeHashDump, sortedEntries } from '@revstore/proplist';
import { corrupt } from '../fsfs-errors/index.js';
import { serializeNoderevId } from '../ids/index.js';
import { serializeNoderevFields, type NoderevFields } from '../nodes/index.js';
import type { Store } from '../store/index.js';
import { openTransaction, type Transaction } from '../txn/index.js';
import { announcedDirectory, announcedProtoRev, checkAnnounced, removeAnnounced } from './announced-files.js';
import { readAnnounced } from './read-announced.js';
import {
  replaceEntries,
  storedChanges,
  TreeWriter,
  type EntryChange,
  type NodeToWrite,
  type TreeSink,
} from '../new-nodes/index.js';

/** Nobody needs these files after a crash. */
const unflushed = { flush: 'none' } as const;
/** In the fields of a node-revision: what the transaction itself holds. */
const own = '-1';

type Properties = ReadonlyMap<string, Uint8Array>;

/**
 * A transaction in Subversion's own form, `transactions/<id>.txn` and `txn-protorevs/<id>.rev`, where hooks and other
 * programs can look at it and an administrator can list and remove it.
 *
 * @see structure#Transaction layout
 */
export class AnnouncedTransaction {
  readonly #store: Store;
  readonly #txn: Transaction;
  readonly #directory: string;
  readonly #protoRev: string;

  private constructor(store: Store, txn: Transaction) {
    this.#store = store;
    this.#txn = txn;
    this.#directory = announcedDirectory(store, txn.id);
    this.#protoRev = announcedProtoRev(store, txn.id);
  }

  /**
   * Announces a transaction. Its directory appears by one rename.
   *
   * @param properties the future revision's.
   * @throws RevstoreError of the system; nothing is left then but what {@link removeAnnounced} removes.
   */
  static announce(store: Store, txn: Transaction, properties: Properties): AnnouncedTransaction {
    const announced = new AnnouncedTransaction(store, txn);
    const building = txn.ownPath('.announced');
    makeDirectoryDurably(building, { modeFrom: store.paths.in('transactions'), flush: 'none' });
    writeNewFile(join(building, 'props'), serializeHashDump(sortedEntries(properties)), unflushed);
    announced.#writeTo(building);
    moveIntoPlace(building, announced.#directory, unflushed);
    txn.protoRev.moveTo(announced.#protoRev);
    writeNewFile(`${announced.#protoRev}-lock`, new Uint8Array(0), unflushed);
    return announced;
  }

  /**
   * Goes on with a transaction that was announced, by whomever, and left.
   *
   * @throws RevstoreError `FS_NO_SUCH_TRANSACTION` (E160007), `FS_MALFORMED_TXN_ID` (E160053), `FS_CORRUPT`.
   */
  static async resume(
    store: Store,
    id: string,
  ): Promise<{ readonly txn: Transaction; readonly announced: AnnouncedTransaction }> {
    checkAnnounced(store, id);
    const txn = await openTransaction(store, id, AppendFile.open(announcedProtoRev(store, id)));
    try {
      readAnnounced(store, txn, announcedDirectory(store, id));
    } catch (error) {
      txn.close();
      throw error;
    }
    return { txn, announced: new AnnouncedTransaction(store, txn) };
  }

  /** Shows all that the transaction has become, and leaves it to whoever resumes it. */
  leave(): void {
    this.update();
    this.#txn.close();
  }

  /** Shows all that the transaction has become. */
  update(): void {
    this.#writeTo(this.#directory);
  }

  /** The future revision's properties, which other programs may have changed. @throws RevstoreError `FS_CORRUPT` */
  properties(): Map<string, Uint8Array> {
    const file = join(this.#directory, 'props');
    try {
      return parseHashDump(readWholeFile(file));
    } catch (error) {
      throw corrupt(`Can't read the properties of transaction '${this.#txn.id}'`, { file }, error);
    }
  }

  /** Replaces the future revision's properties. */
  setProperties(properties: Properties): void {
    replaceFile(join(this.#directory, 'props'), serializeHashDump(sortedEntries(properties)), unflushed);
  }

  /** Takes it away again, whatever is left of it. @throws RevstoreError of the system. */
  remove(): void {
    removeAnnounced(this.#store, this.#txn.id);
  }

  #writeTo(directory: string): void {
    const txn = this.#txn;
    const write = (name: string, bytes: Uint8Array | string): void =>
      replaceFile(join(directory, name), typeof bytes === 'string' ? nameBytes(bytes) : bytes, unflushed);
    txn.protoRev.writeOut();
    write('next-ids', txn.nextNumbers.map((number) => number.toString(36)).join(' ') + '\n');
    write('itemidx', `${txn.itemOffsets().length}`);
    write('index.l2p', protoL2p(txn));
    write('index.p2l', protoP2l(txn));
    const { root } = this.#store.tree(txn.baseRevision);
    const ids = new TreeWriter(this.#store, txn, new NodeFiles(this.#store, txn, write)).write(root);
    write('changes', Buffer.concat([...storedChanges(txn, ids)]));
  }
}

/** Writes the nodes of a transaction as files. */
class NodeFiles implements TreeSink {
  readonly ownRevision = -1;
  readonly #store: Store;
  readonly #txn: Transaction;
  readonly #write: (name: string, bytes: Uint8Array | string) => void;

  constructor(store: Store, txn: Transaction, write: (name: string, bytes: Uint8Array | string) => void) {
    this.#store = store;
    this.#txn = txn;
    this.#write = write;
  }

  newId(number: number): string {
    return `_${number.toString(36)}`;
  }

  begin({ nodeId, branch }: NodeToWrite): string {
    return `${nodeId}.${branch.copyId}.t${this.#txn.id}`;
  }

  fileText(row: number): string {
    const text = this.#txn.edits.text(row)!;
    const { itemIndex, size, expandedSize, md5, sha1, uniquifier } = text;
    const place = `${text.revision ?? own} ${itemIndex} ${size} ${expandedSize}`;
    return `${place} ${toHex(md5)} ${toHex(sha1)} ${this.#txn.id}/_${uniquifier.toString(36)}`;
  }

  entries(node: NodeToWrite, changes: readonly EntryChange[]): string {
    const old = node.committed ? this.#store.nodes.directory(node.committed).entries : [];
    const entries = replaceEntries(
      old,
      changes,
      ({ name, kind, id }): [string, Uint8Array] => [name, nameBytes(`${kind} ${id}`)],
      ({ name, kind, id }): [string, Uint8Array] => [name, nameBytes(`${kind} ${serializeNoderevId(id)}`)],
    );
    this.#write(`${fileName(node)}.children`, serializeHashDump(entries));
    return own;
  }

  properties(node: NodeToWrite, properties: Properties): string | undefined {
    if (properties.size === 0 && !node.committed?.properties) return undefined;
    this.#write(`${fileName(node)}.props`, serializeHashDump(sortedEntries(properties)));
    return own;
  }

  end(node: NodeToWrite, fields: NoderevFields): void {
    this.#write(fileName(node), serializeNoderevFields(fields));
  }
}

function fileName({ nodeId, branch }: NodeToWrite): string {
  return `node.${nodeId}.${branch.copyId}`;
}

/** Pairs of an offset, counted from 1, and an item index. @see libsvn_fs_fs/index.c */
function protoL2p(txn: Transaction): Uint8Array {
  const pairs: number[] = [];
  txn.itemOffsets().forEach((offset, itemIndex) => {
    if (offset >= 0) pairs.push(offset + 1, itemIndex);
  });
  return uint64s(pairs);
}

/** Six numbers for each item; its revision is not known yet. */
function protoP2l(txn: Transaction): Uint8Array {
  const rows: number[] = [];
  for (const { offset, size, type, checksum, itemIndex } of txn.items)
    rows.push(offset, size, type, checksum, 0, itemIndex);
  return uint64s(rows);
}

function uint64s(numbers: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(numbers.length * 8);
  numbers.forEach((number, i) => bytes.writeBigUInt64LE(BigInt(number), i * 8));
  return bytes;
}
