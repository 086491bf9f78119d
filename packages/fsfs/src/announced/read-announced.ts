import { join } from 'node:path';
import { nameText } from '@revstore/bytes';
import { readWholeFile, readWholeFileIfExists } from '@revstore/files';
import { parseHashDump, parseIncrementalHashDump } from '@revstore/proplist';
import { parseChanges, type Change } from '../changes/index.js';
import { corrupt } from '../fsfs-errors/index.js';
import { joinPath } from '../fspath/index.js';
import { parseNoderevId, serializeNoderevId, type ItemAddress } from '../ids/index.js';
import type { ItemType } from '../index-format/index.js';
import { parseRevisionAndPath, readStoredFields, type Noderev, type StoredFields } from '../nodes/index.js';
import type { Store } from '../store/index.js';
import type { Transaction } from '../txn/index.js';

/** In the fields of a node-revision: what the transaction itself holds. */
const own = '-1';
/** Bytes of a row of the p2l index of a transaction: six numbers. */
const p2lRow = 48;

/**
 * Fills a transaction with what its announced form holds.
 *
 * @throws RevstoreError `FS_CORRUPT` for what is damaged, and for what no edit of ours makes.
 */
export function readAnnounced(store: Store, txn: Transaction, directory: string): void {
  const text = (name: string): string => Buffer.from(readWholeFile(join(directory, name))).toString('latin1');
  const [number, copyNumber] = text('next-ids')
    .replaceAll('\0', '')
    .trim()
    .split(' ')
    .map((digits) => parseInt(digits, 36));
  const items = readItems(readWholeFileIfExists(join(directory, 'index.p2l')) ?? new Uint8Array(0));
  const itemIndex = Number(readWholeFileIfExists(join(directory, 'itemidx')) ?? '3');
  if (![number, copyNumber, itemIndex].every(Number.isSafeInteger))
    throw corrupt(`Transaction '${txn.id}' has a corrupt counter`, { file: directory });
  txn.restore(items, { number, copyNumber, itemIndex });
  const reader = new AnnouncedNodes(store, txn, directory);
  reader.read();
}

function* readItems(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at + p2lRow <= bytes.length; at += p2lRow) {
    const numberAt = (i: number): number => Number(view.getBigUint64(at + i * 8, true));
    yield {
      offset: numberAt(0),
      size: numberAt(1),
      type: numberAt(2) as ItemType,
      checksum: numberAt(3),
      revision: -1,
      itemIndex: numberAt(5),
    };
  }
}

/** Reads the node files of a transaction into its table of edits. */
class AnnouncedNodes {
  readonly #store: Store;
  readonly #txn: Transaction;
  readonly #directory: string;
  readonly #changes: ReadonlyMap<string, Change>;

  constructor(store: Store, txn: Transaction, directory: string) {
    this.#store = store;
    this.#txn = txn;
    this.#directory = directory;
    this.#changes = foldChanges(parseChanges(readWholeFile(join(directory, 'changes'))));
  }

  read(): void {
    const { root } = this.#store.tree(this.#txn.baseRevision);
    this.#fill(0, '/', `0.0.t${this.#txn.id}`, root);
  }

  /** Takes over what a node's files say of it. */
  #fill(row: number, path: string, id: string, committed: Noderev | undefined): void {
    const { edits } = this.#txn;
    const fields = this.#fields(id);
    const file = `node.${id.split('.').slice(0, 2).join('.')}`;
    const change = this.#changes.get(path);
    if (fields.props === own) {
      const list = parseHashDump(readWholeFile(join(this.#directory, `${file}.props`)));
      edits.setProperties(row, list, change?.mergeinfoModified ?? false);
    }
    if (fields.type === 'dir') {
      if (fields.text === own) this.#fillDirectory(row, path, file, committed);
    } else if (fields.text !== undefined) this.#fillText(row, fields.text, committed);
    if (change)
      edits.markModified(row, {
        text: change.textModified,
        properties: change.propertiesModified,
        mergeinfo: change.mergeinfoModified ?? false,
      });
  }

  #fillText(row: number, field: string, committed: Noderev | undefined): void {
    const [revision, itemIndex, size, expandedSize, md5, sha1, uniquifier] = field.split(' ');
    const before = committed?.text;
    if (before && Number(revision) === before.revision && Number(itemIndex) === before.itemIndex) return;
    const number = /_([0-9a-z]+)$/.exec(uniquifier ?? '')?.[1];
    const numbers = [itemIndex, size, expandedSize].map(Number);
    if (!numbers.every(Number.isSafeInteger) || md5?.length !== 32 || sha1?.length !== 40)
      throw this.#damage(`a corrupt text '${field}'`);
    this.#txn.edits.setText(
      row,
      {
        itemIndex: numbers[0],
        ...(revision === own ? {} : { revision: Number(revision) }),
        size: numbers[1],
        expandedSize: numbers[2],
        md5: Buffer.from(md5, 'hex'),
        sha1: Buffer.from(sha1, 'hex'),
      },
      number === undefined ? this.#txn.newNumber() : parseInt(number, 36),
    );
  }

  #fillDirectory(row: number, path: string, file: string, committed: Noderev | undefined): void {
    const { edits } = this.#txn;
    const listed = parseIncrementalHashDump(readWholeFile(join(this.#directory, `${file}.children`)));
    const before = committed && this.#store.nodes.directory(committed);
    for (const { name, kind } of before?.entries ?? []) if (!listed.has(name)) edits.addGone(row, name, kind);
    for (const [name, value] of listed) {
      const [kind, id] = nameText(value).split(' ');
      if (kind !== 'file' && kind !== 'dir') throw this.#damage(`a corrupt entry '${name}'`);
      const entry = before?.get(name);
      if (entry && serializeNoderevId(entry.id) === id) continue;
      const childPath = joinPath(path, name);
      const fields = this.#fields(id);
      const source =
        fields.pred === undefined ? undefined : this.#store.nodes.noderev(parseNoderevId(fields.pred));
      if (source && !fields.copyfrom) {
        if (!entry || !sameAddress(entry.id, source.id))
          throw this.#damage(`a node at '${childPath}' that came there without a copy`);
        this.#fill(edits.addBase(row, name, kind), childPath, id, source);
        continue;
      }
      if (entry) edits.addGone(row, name, entry.kind);
      const child = source
        ? edits.addCopy(row, name, kind, this.#number(id.split('.')[1]), {
            ...addressOf(source),
            ...copySource(fields.copyfrom!, id),
          })
        : edits.addNew(row, name, kind, this.#number(id.split('.')[0]));
      this.#fill(child, childPath, id, source);
    }
  }

  #fields(id: string): StoredFields {
    const match = /^([0-9a-z_-]+)\.([0-9a-z_-]+)\.t(.*)$/.exec(id);
    if (!match || match[3] !== this.#txn.id) throw this.#damage(`the id '${id}'`);
    return readStoredFields(nameText(readWholeFile(join(this.#directory, `node.${match[1]}.${match[2]}`))));
  }

  /** The number of a node or copy id that the transaction made. */
  #number(id: string): number {
    if (!/^_[0-9a-z]{1,11}$/.test(id)) throw this.#damage(`the id '${id}'`);
    return parseInt(id.slice(1), 36);
  }

  #damage(what: string): Error {
    return corrupt(`Transaction '${this.#txn.id}' has ${what}`, { file: this.#directory });
  }
}

function addressOf({ id: { revision, itemIndex } }: Noderev): ItemAddress {
  return { revision, itemIndex };
}

function sameAddress(a: ItemAddress, b: ItemAddress): boolean {
  return a.revision === b.revision && a.itemIndex === b.itemIndex;
}

function copySource(field: string, id: string): { readonly fromRevision: number; readonly fromPath: string } {
  const { revision, path } = parseRevisionAndPath(field, 'copyfrom', id);
  return { fromRevision: revision, fromPath: path };
}

/** The flags of the changes of each path since it was last added. */
function foldChanges(changes: readonly Change[]): Map<string, Change> {
  const folded = new Map<string, Change>();
  for (const change of changes) {
    const before = change.action === 'modify' ? folded.get(change.path) : undefined;
    folded.set(change.path, {
      ...change,
      textModified: change.textModified || (before?.textModified ?? false),
      propertiesModified: change.propertiesModified || (before?.propertiesModified ?? false),
      mergeinfoModified: change.mergeinfoModified || (before?.mergeinfoModified ?? false),
    });
  }
  return folded;
}
