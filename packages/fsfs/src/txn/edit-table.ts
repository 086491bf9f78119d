import { concatBytes, fnv1a, nameBytes, nameText } from '@revstore/bytes';
import type { ItemAddress } from '../ids/index.js';
import { HashIndex } from './hash-index.js';

/** The new text of a file as it stands in the proto-rev file, or in an older revision where it is shared. */
export interface StoredText {
  /** Item index in the transaction, or in {@link revision}. */
  readonly itemIndex: number;
  /** The committed revision that holds the text; absent for the transaction's own. */
  readonly revision?: number;
  /** Stored bytes between header line and trailer. */
  readonly size: number;
  readonly expandedSize: number;
  /** 16 bytes. */
  readonly md5: Uint8Array;
  /** 20 bytes. */
  readonly sha1: Uint8Array;
}

/** Where a row's node comes from. */
export const origins = {
  /** It is in the tree that the transaction builds on, or in the tree that a parent was copied from. */
  base: 0,
  new: 1,
  copy: 2,
  /** It was in the tree and is deleted. */
  gone: 3,
  /** It was made and deleted by this transaction: nothing is left of it. */
  dropped: 4,
} as const;

export type Origin = (typeof origins)[keyof typeof origins];

/** What a copy is of. */
export interface CopySource extends ItemAddress {
  /** Revision that was named as the source; the node may be older. */
  readonly fromRevision: number;
  readonly fromPath: string;
}

const flags = {
  file: 1,
  /** It takes the place of a node that was there. */
  replaces: 2,
  /** The node whose place it takes, or that is gone, was a file. */
  oldFile: 4,
  textModified: 8,
  propertiesModified: 16,
  mergeinfoModified: 32,
  ownText: 64,
} as const;

/** No row. */
export const noRow = -1;
const ownTransaction = -1;

/**
 * What a transaction changes, a row for each node, in columns: about 120 bytes and the name for each. Row 0 is the
 * root, which exists already.
 */
export class EditTable {
  #length = 0;
  #parents = new Int32Array(64);
  #firstChildren = new Int32Array(64);
  #nextSiblings = new Int32Array(64);
  #origins = new Uint8Array(64);
  #flags = new Uint8Array(64);
  #nodeNumbers = new Uint32Array(64);
  #textNumbers = new Uint32Array(64);
  #textRevisions = new Int32Array(64);
  #nameStarts = new Float64Array(65);
  #textItems = new Float64Array(64);
  #textSizes = new Float64Array(64);
  #textExpandedSizes = new Float64Array(64);
  #digests = new Uint8Array(64 * 36);
  #names: Uint8Array = new Uint8Array(1024);
  readonly #properties = new Map<number, ReadonlyMap<string, Uint8Array>>();
  readonly #copySources = new Map<number, CopySource>();
  readonly #byName = new HashIndex((row) => nameHash(this.#parents[row], this.nameBytes(row)));
  readonly #bySha1 = new HashIndex((row) => sha1Hash(this.#sha1(row)));

  constructor() {
    this.#add(noRow, '', origins.base, 0, 0);
  }

  /** Rows, the root and the dropped ones included. */
  get length(): number {
    return this.#length;
  }

  /** Adds a node that is there already. */
  addBase(parent: number, name: string, kind: 'file' | 'dir' = 'dir'): number {
    return this.#place(parent, name, origins.base, kind === 'file' ? flags.file : 0, 0);
  }

  /** Adds a node that is there already and is to go. */
  addGone(parent: number, name: string, kind: 'file' | 'dir'): number {
    return this.#place(parent, name, origins.gone, kind === 'file' ? flags.file | flags.oldFile : 0, 0);
  }

  /**
   * Adds a new node. Where a row of that name is gone or dropped, it becomes the new node.
   *
   * @param nodeNumber unique within the transaction.
   */
  addNew(parent: number, name: string, kind: 'file' | 'dir', nodeNumber: number): number {
    return this.#place(parent, name, origins.new, kind === 'file' ? flags.file : 0, nodeNumber);
  }

  /** Adds a copy; as {@link addNew}. @param copyNumber unique within the transaction. */
  addCopy(
    parent: number,
    name: string,
    kind: 'file' | 'dir',
    copyNumber: number,
    source: CopySource,
  ): number {
    const row = this.#place(parent, name, origins.copy, kind === 'file' ? flags.file : 0, copyNumber);
    this.#copySources.set(row, source);
    return row;
  }

  /** Deletes the node of a row and what the transaction did below it. */
  remove(row: number): void {
    const replaces = (this.#flags[row] & flags.replaces) !== 0;
    const oldFile = replaces ? this.#flags[row] & flags.oldFile : this.isFile(row) ? flags.oldFile : 0;
    const wasThere = replaces || this.#origins[row] === origins.base;
    this.#origins[row] = wasThere ? origins.gone : origins.dropped;
    this.#flags[row] = oldFile === 0 ? 0 : flags.oldFile | flags.file;
    this.#forget(row);
  }

  /** @param uniquifier number unique within the transaction. */
  setText(row: number, text: StoredText, uniquifier: number): void {
    const first = (this.#flags[row] & flags.ownText) === 0;
    this.#textItems[row] = text.itemIndex;
    this.#textRevisions[row] = text.revision ?? ownTransaction;
    this.#textSizes[row] = text.size;
    this.#textExpandedSizes[row] = text.expandedSize;
    this.#digests.set(text.md5, row * 36);
    this.#digests.set(text.sha1, row * 36 + 16);
    this.#textNumbers[row] = uniquifier;
    this.#flags[row] |= flags.ownText | flags.textModified;
    // A row whose text changes again stays in the index under its first digest as well: it then no longer matches.
    if (first || this.#bySha1.find(sha1Hash(text.sha1), (other) => other === row) < 0) this.#bySha1.add(row);
  }

  /** The new text of a file row, digests as views; `undefined` where it keeps what it had. */
  text(row: number): (StoredText & { readonly uniquifier: number }) | undefined {
    if ((this.#flags[row] & flags.ownText) === 0) return undefined;
    const revision = this.#textRevisions[row];
    return {
      itemIndex: this.#textItems[row],
      ...(revision === ownTransaction ? {} : { revision }),
      size: this.#textSizes[row],
      expandedSize: this.#textExpandedSizes[row],
      md5: this.#digests.subarray(row * 36, row * 36 + 16),
      sha1: this.#sha1(row),
      uniquifier: this.#textNumbers[row],
    };
  }

  /** A text of this transaction with the same digests and length, or `undefined`. */
  findText(md5: Uint8Array, sha1: Uint8Array, expandedSize: number): StoredText | undefined {
    const row = this.#bySha1.find(
      sha1Hash(sha1),
      (other) =>
        (this.#flags[other] & flags.ownText) !== 0 &&
        this.#textExpandedSizes[other] === expandedSize &&
        Buffer.compare(this.#sha1(other), sha1) === 0 &&
        Buffer.compare(this.#digests.subarray(other * 36, other * 36 + 16), md5) === 0,
    );
    return row < 0 ? undefined : this.text(row);
  }

  /** Notes changes that left no trace in the row: to what was there before. */
  markModified(
    row: number,
    modified: { readonly text: boolean; readonly properties: boolean; readonly mergeinfo: boolean },
  ): void {
    this.#flags[row] |=
      (modified.text ? flags.textModified : 0) |
      (modified.properties ? flags.propertiesModified : 0) |
      (modified.mergeinfo ? flags.mergeinfoModified : 0);
  }

  /**
   * Equal lists should be one object: they are then stored once. An empty list of a node that had none before counts as
   * none.
   */
  setProperties(row: number, properties: ReadonlyMap<string, Uint8Array>, mergeinfoModified?: boolean): void {
    this.#flags[row] |= flags.propertiesModified;
    if (mergeinfoModified ?? properties.has('svn:mergeinfo')) this.#flags[row] |= flags.mergeinfoModified;
    this.#properties.set(row, properties);
  }

  /** The new property list of a row; `undefined` where it keeps what it had. */
  properties(row: number): ReadonlyMap<string, Uint8Array> | undefined {
    return this.#properties.get(row);
  }

  copySource(row: number): CopySource | undefined {
    return this.#copySources.get(row);
  }

  origin(row: number): Origin {
    return this.#origins[row] as Origin;
  }

  /** Whether the row is a node of the base tree, perhaps with changes. */
  exists(row: number): boolean {
    return this.#origins[row] === origins.base;
  }

  /** Whether the row takes the place of another node that was there. */
  replaces(row: number): boolean {
    return (this.#flags[row] & flags.replaces) !== 0;
  }

  isFile(row: number): boolean {
    return (this.#flags[row] & flags.file) !== 0;
  }

  kind(row: number): 'file' | 'dir' {
    return this.isFile(row) ? 'file' : 'dir';
  }

  textModified(row: number): boolean {
    return (this.#flags[row] & flags.textModified) !== 0;
  }

  propertiesModified(row: number): boolean {
    return (this.#flags[row] & flags.propertiesModified) !== 0;
  }

  mergeinfoModified(row: number): boolean {
    return (this.#flags[row] & flags.mergeinfoModified) !== 0;
  }

  nodeNumber(row: number): number {
    return this.#nodeNumbers[row];
  }

  nameBytes(row: number): Uint8Array {
    return this.#names.subarray(this.#nameStarts[row], this.#nameStarts[row + 1]);
  }

  name(row: number): string {
    return nameText(this.nameBytes(row));
  }

  path(row: number): string {
    if (row === 0) return '/';
    const parts: string[] = [];
    for (let at = row; at !== 0; at = this.#parents[at]) parts.push(this.name(at));
    return '/' + parts.reverse().join('/');
  }

  /** The row of that name below a directory row, a gone one too, or {@link noRow}. */
  find(parent: number, name: string): number {
    const row = this.#findAny(parent, nameBytes(name));
    return row >= 0 && this.#origins[row] === origins.dropped ? noRow : row;
  }

  /** Rows below a directory row in byte order of names, gone ones too. */
  children(row: number): number[] {
    const rows: number[] = [];
    for (let at = this.#firstChildren[row]; at !== noRow; at = this.#nextSiblings[at])
      if (this.#origins[at] !== origins.dropped) rows.push(at);
    // Links go from the last added to the first, and most callers add in order.
    rows.reverse();
    for (let i = 1; i < rows.length; i++)
      if (this.#compareNames(rows[i - 1], rows[i]) > 0) return rows.sort((a, b) => this.#compareNames(a, b));
    return rows;
  }

  #sha1(row: number): Uint8Array {
    return this.#digests.subarray(row * 36 + 16, row * 36 + 36);
  }

  #findAny(parent: number, name: Uint8Array): number {
    return this.#byName.find(
      nameHash(parent, name),
      (row) => this.#parents[row] === parent && Buffer.compare(this.nameBytes(row), name) === 0,
    );
  }

  /** A row for a name that has none, or none that counts. */
  #place(parent: number, name: string, origin: Origin, rowFlags: number, number: number): number {
    const row = this.#findAny(parent, nameBytes(name));
    if (row < 0) return this.#add(parent, name, origin, rowFlags, number);
    const replaces = this.#origins[row] === origins.gone;
    if (
      replaces ? origin === origins.base || origin === origins.gone : this.#origins[row] !== origins.dropped
    )
      throw new TypeError(`'${name}' is in the transaction already`);
    this.#flags[row] = rowFlags | (replaces ? flags.replaces | (this.#flags[row] & flags.oldFile) : 0);
    this.#origins[row] = origin;
    this.#nodeNumbers[row] = number;
    return row;
  }

  /** Forgets what the transaction did to a node and below it. */
  #forget(row: number): void {
    this.#properties.delete(row);
    this.#copySources.delete(row);
    for (let child = this.#firstChildren[row]; child !== noRow; child = this.#nextSiblings[child]) {
      this.#origins[child] = origins.dropped;
      this.#flags[child] = 0;
      this.#forget(child);
    }
  }

  #compareNames(a: number, b: number): number {
    return Buffer.compare(this.nameBytes(a), this.nameBytes(b));
  }

  #add(parent: number, name: string, origin: Origin, rowFlags: number, nodeNumber: number): number {
    const row = this.#length++;
    if (row === this.#parents.length) this.#grow();
    const bytes = nameBytes(name);
    const start = this.#nameStarts[row];
    if (start + bytes.length > this.#names.length)
      this.#names = concatBytes([this.#names, new Uint8Array(this.#names.length + bytes.length)]);
    this.#names.set(bytes, start);
    this.#nameStarts[row + 1] = start + bytes.length;
    this.#parents[row] = parent;
    this.#firstChildren[row] = noRow;
    this.#nextSiblings[row] = noRow;
    this.#origins[row] = origin;
    this.#flags[row] = rowFlags;
    this.#nodeNumbers[row] = nodeNumber;
    if (parent !== noRow) {
      this.#nextSiblings[row] = this.#firstChildren[parent];
      this.#firstChildren[parent] = row;
      this.#byName.add(row);
    }
    return row;
  }

  #grow(): void {
    const capacity = this.#parents.length * 2;
    const i32 = (old: Int32Array<ArrayBuffer>) => grown(new Int32Array(capacity), old);
    const u32 = (old: Uint32Array<ArrayBuffer>) => grown(new Uint32Array(capacity), old);
    const f64 = (old: Float64Array<ArrayBuffer>) => grown(new Float64Array(capacity), old);
    this.#parents = i32(this.#parents);
    this.#firstChildren = i32(this.#firstChildren);
    this.#nextSiblings = i32(this.#nextSiblings);
    this.#textRevisions = i32(this.#textRevisions);
    this.#nodeNumbers = u32(this.#nodeNumbers);
    this.#textNumbers = u32(this.#textNumbers);
    this.#origins = grown(new Uint8Array(capacity), this.#origins);
    this.#flags = grown(new Uint8Array(capacity), this.#flags);
    this.#digests = grown(new Uint8Array(capacity * 36), this.#digests);
    this.#nameStarts = grown(new Float64Array(capacity + 1), this.#nameStarts);
    this.#textItems = f64(this.#textItems);
    this.#textSizes = f64(this.#textSizes);
    this.#textExpandedSizes = f64(this.#textExpandedSizes);
  }
}

function nameHash(parent: number, name: Uint8Array): number {
  return (fnv1a(name) ^ Math.imul(parent, 0x9e3779b1)) >>> 0;
}

/** Digests are evenly spread: four bytes of one will do. */
function sha1Hash(sha1: Uint8Array): number {
  return (sha1[0] | (sha1[1] << 8) | (sha1[2] << 16) | (sha1[3] << 24)) >>> 0;
}

function grown<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from);
  return to;
}
