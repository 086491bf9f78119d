import { nameBytes, nameText, concatBytes } from '@revstore/bytes';

/** The text of a new file as it stands in the proto-rev file. */
export interface StoredText {
  readonly itemIndex: number;
  /** Stored bytes between header line and trailer. */
  readonly size: number;
  readonly expandedSize: number;
  /** 16 bytes. */
  readonly md5: Uint8Array;
  /** 20 bytes. */
  readonly sha1: Uint8Array;
}

const fileFlag = 1;
const existingFlag = 2;
const noRow = 0xffffffff;

/**
 * What a transaction changes, a row for each node, in columns: about 100 bytes and the name for each. Row 0 is the
 * root, which exists already.
 */
export class EditTable {
  #length = 0;
  #parents = new Uint32Array(64);
  #firstChildren = new Uint32Array(64);
  #nextSiblings = new Uint32Array(64);
  #flags = new Uint8Array(64);
  #nodeNumbers = new Uint32Array(64);
  #textNumbers = new Uint32Array(64);
  #nameStarts = new Float64Array(65);
  #textItems = new Float64Array(64);
  #textSizes = new Float64Array(64);
  #textExpandedSizes = new Float64Array(64);
  #digests = new Uint8Array(64 * 36);
  #names: Uint8Array = new Uint8Array(1024);
  readonly #properties = new Map<number, ReadonlyMap<string, Uint8Array>>();

  constructor() {
    this.#add(noRow, '', existingFlag, 0);
  }

  /** Rows, the root included. */
  get length(): number {
    return this.#length;
  }

  /** Adds a directory that is in the base revision. */
  addExisting(parent: number, name: string): number {
    return this.#add(parent, name, existingFlag, 0);
  }

  /** Adds a new node. @param nodeNumber unique within the transaction. */
  addNew(parent: number, name: string, kind: 'file' | 'dir', nodeNumber: number): number {
    return this.#add(parent, name, kind === 'file' ? fileFlag : 0, nodeNumber);
  }

  /** @param uniquifier number unique within the transaction. */
  setText(row: number, text: StoredText, uniquifier: number): void {
    this.#textItems[row] = text.itemIndex;
    this.#textSizes[row] = text.size;
    this.#textExpandedSizes[row] = text.expandedSize;
    this.#digests.set(text.md5, row * 36);
    this.#digests.set(text.sha1, row * 36 + 16);
    this.#textNumbers[row] = uniquifier;
  }

  /** The text of a file row, digests as views. */
  text(row: number): StoredText & { readonly uniquifier: number } {
    return {
      itemIndex: this.#textItems[row],
      size: this.#textSizes[row],
      expandedSize: this.#textExpandedSizes[row],
      md5: this.#digests.subarray(row * 36, row * 36 + 16),
      sha1: this.#digests.subarray(row * 36 + 16, row * 36 + 36),
      uniquifier: this.#textNumbers[row],
    };
  }

  /** Equal lists should be one object: they are then stored once. */
  setProperties(row: number, properties: ReadonlyMap<string, Uint8Array>): void {
    if (properties.size > 0) this.#properties.set(row, properties);
    else this.#properties.delete(row);
  }

  properties(row: number): ReadonlyMap<string, Uint8Array> | undefined {
    return this.#properties.get(row);
  }

  isFile(row: number): boolean {
    return (this.#flags[row] & fileFlag) !== 0;
  }

  /** Whether the row is a directory of the base revision. */
  exists(row: number): boolean {
    return (this.#flags[row] & existingFlag) !== 0;
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

  /** Rows below a directory row in byte order of names. */
  children(row: number): number[] {
    const rows: number[] = [];
    for (let at = this.#firstChildren[row]; at !== noRow; at = this.#nextSiblings[at]) rows.push(at);
    // Links go from the last added to the first, and most callers add in order.
    rows.reverse();
    for (let i = 1; i < rows.length; i++)
      if (this.#compareNames(rows[i - 1], rows[i]) > 0) return rows.sort((a, b) => this.#compareNames(a, b));
    return rows;
  }

  #compareNames(a: number, b: number): number {
    return Buffer.compare(this.nameBytes(a), this.nameBytes(b));
  }

  #add(parent: number, name: string, flags: number, nodeNumber: number): number {
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
    if (parent !== noRow) {
      this.#nextSiblings[row] = this.#firstChildren[parent];
      this.#firstChildren[parent] = row;
    }
    this.#flags[row] = flags;
    this.#nodeNumbers[row] = nodeNumber;
    return row;
  }

  #grow(): void {
    const capacity = this.#parents.length * 2;
    const u32 = (old: Uint32Array<ArrayBuffer>) => grown(new Uint32Array(capacity), old);
    const f64 = (old: Float64Array<ArrayBuffer>) => grown(new Float64Array(capacity), old);
    this.#parents = u32(this.#parents);
    this.#firstChildren = u32(this.#firstChildren);
    this.#nextSiblings = u32(this.#nextSiblings);
    this.#nodeNumbers = u32(this.#nodeNumbers);
    this.#textNumbers = u32(this.#textNumbers);
    this.#flags = grown(new Uint8Array(capacity), this.#flags);
    this.#digests = grown(new Uint8Array(capacity * 36), this.#digests);
    this.#nameStarts = grown(new Float64Array(capacity + 1), this.#nameStarts);
    this.#textItems = f64(this.#textItems);
    this.#textSizes = f64(this.#textSizes);
    this.#textExpandedSizes = f64(this.#textExpandedSizes);
  }
}

function grown<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from);
  return to;
}
