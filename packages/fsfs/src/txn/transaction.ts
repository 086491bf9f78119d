import { join } from 'node:path';
import { createMd5, createSha1, ItemChecksum, itemChecksum } from '@revstore/bytes';
import { encodeDeltaWindowAsync, encodeNewDataWindowAsync, svndiffHeader } from '@revstore/svndiff';
import { AppendFile, removeIfExists, type FileLock } from '@revstore/files';
import type { Codec } from '@revstore/compression';
import { itemIndexes, itemTypes, P2lEntries, type ItemType, type P2lEntry } from '../index-format/index.js';
import type { Representation } from '../reps/index.js';
import { EditTable, type StoredText } from './edit-table.js';
import { deltaHeader, textTrailer, type EncodedText } from './encode-text.js';
import { WindowCutter } from './window-cutter.js';

/** Windows of one text that are encoded at the same time. */
const windowsInFlight = 24;
/** Bytes that are moved at a time where items are taken out. */
const moveBlock = 1024 * 1024;

/** How a text is written. */
export interface WriteTextOptions {
  /** What it is a delta against. */
  readonly base?: { readonly rep: Representation; readonly chunks: AsyncIterable<Uint8Array> };
  readonly signal?: AbortSignal;
}

/** A transaction in Revstore's own form: the edits in memory, the texts of files in a proto-rev file. */
export class Transaction {
  /** Name, `<base revision>-<number in base 36>`; no other transaction of the store ever has it. */
  readonly id: string;
  readonly baseRevision: number;
  readonly edits = new EditTable();
  /** Whether a text that the transaction has already is stored once. */
  readonly sharing: boolean;
  readonly #directory: string;
  readonly #guard: FileLock;
  #protoRev: AppendFile;
  #items = new P2lEntries();
  #offsets = new Float64Array(64).fill(-1);
  #nextItem: number = itemIndexes.firstUser;
  #nextNumber = 0;
  #nextCopyNumber = 0;

  /**
   * @param id the base revision, a hyphen and a number in base 36.
   * @param directory for files of the transaction's own.
   * @param guard on {@link protoRev}.
   */
  constructor(id: string, directory: string, protoRev: AppendFile, guard: FileLock, sharing: boolean) {
    this.id = id;
    this.baseRevision = parseInt(id, 10);
    this.#directory = directory;
    this.#protoRev = protoRev;
    this.#guard = guard;
    this.sharing = sharing;
  }

  /** Goes on where another process has left it. @param next what the numbers and item indexes begin with. */
  restore(
    items: Iterable<P2lEntry>,
    next: { readonly number: number; readonly copyNumber: number; readonly itemIndex: number },
  ): void {
    while (this.#nextItem < next.itemIndex) this.newItemIndex();
    for (const { itemIndex, offset, size, type, checksum } of items)
      this.recordItem(itemIndex, offset, size, type, checksum);
    this.#nextNumber = next.number;
    this.#nextCopyNumber = next.copyNumber;
  }

  /** The items of the future revision file. */
  get protoRev(): AppendFile {
    return this.#protoRev;
  }

  /** What each section of {@link protoRev} holds. */
  get items(): P2lEntries {
    return this.#items;
  }

  /** A path for a file or directory of this transaction's own, which is removed a day after the transaction was left behind. */
  ownPath(suffix: string): string {
    return join(this.#directory, `${this.id}${suffix}`);
  }

  /** A number for a new node's id or a uniquifier, which no other of this transaction has. */
  newNumber(): number {
    return this.#nextNumber++;
  }

  /** A number for a copy id, which no other copy of this transaction has. */
  newCopyNumber(): number {
    return this.#nextCopyNumber++;
  }

  /** What {@link newNumber} and {@link newCopyNumber} give next. */
  get nextNumbers(): readonly [number, number] {
    return [this.#nextNumber, this.#nextCopyNumber];
  }

  /** Offsets (bytes) of items by item index, -1 where unused. */
  itemOffsets(): Float64Array {
    return this.#offsets.subarray(0, this.#nextItem);
  }

  /**
   * Appends a whole item.
   *
   * @param itemIndex a reserved one; default the next free one.
   * @returns its item index.
   */
  appendItem(bytes: Uint8Array, type: ItemType, itemIndex = this.newItemIndex()): number {
    const offset = this.#protoRev.position;
    this.#protoRev.write(bytes);
    this.recordItem(itemIndex, offset, bytes.length, type, itemChecksum(bytes));
    return itemIndex;
  }

  /** Notes an item that was appended from `offset` to the end. */
  recordItem(itemIndex: number, offset: number, size: number, type: ItemType, checksum: number): void {
    this.#offsets[itemIndex] = offset;
    this.#items.push(offset, size, type, checksum, -1, itemIndex);
  }

  newItemIndex(): number {
    const index = this.#nextItem++;
    if (index >= this.#offsets.length) {
      const grown = new Float64Array(this.#offsets.length * 2).fill(-1);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    return index;
  }

  /** Appends a text that was encoded elsewhere, unless the transaction has it. */
  appendText(text: EncodedText): StoredText {
    const known = this.#known(text.md5, text.sha1, text.expandedSize);
    if (known) return known;
    const offset = this.#protoRev.position;
    this.#protoRev.write(text.item);
    const itemIndex = this.newItemIndex();
    this.recordItem(itemIndex, offset, text.item.length, itemTypes.fileRep, text.checksum);
    return { itemIndex, size: text.size, expandedSize: text.expandedSize, md5: text.md5, sha1: text.sha1 };
  }

  /**
   * Appends a text of any length, unless the transaction has it. Digests are made on this thread while windows are
   * compressed on others.
   *
   * @param chunks their memory is read until {@link windowsInFlight} windows more were asked for: a source that uses
   * it again has to have 2.5 MB of it.
   * @throws what `chunks` throws, and the signal's reason; nothing of the text is left then.
   */
  async writeText(
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    codec: Codec,
    level: number,
    { base, signal }: WriteTextOptions = {},
  ): Promise<StoredText> {
    const protoRev = this.#protoRev;
    const mark = protoRev.position;
    const checksum = new ItemChecksum();
    const md5 = createMd5();
    const sha1 = createSha1();
    const append = (bytes: Uint8Array): void => {
      protoRev.write(bytes);
      checksum.update(bytes);
    };
    const sources = base && new WindowCutter(base.chunks);
    const pending: Promise<readonly Uint8Array[]>[] = [];
    const header = deltaHeader(base?.rep);
    let expandedSize = 0;
    try {
      append(header);
      append(svndiffHeader(codec.svndiffVersion));
      const digested = digesting(chunks, (chunk) => {
        signal?.throwIfAborted();
        md5.update(chunk);
        sha1.update(chunk);
      });
      const targets = new WindowCutter(digested);
      for (let target = await targets.next(); target.length > 0; target = await targets.next()) {
        const source = await sources?.next();
        // Also where the base has ended: the empty source view must not slide back to 0.
        const encoded: Promise<readonly Uint8Array[]> = source
          ? encodeDeltaWindowAsync(source, expandedSize, target, codec, level)
          : encodeNewDataWindowAsync(target, codec, level);
        // Awaited in order below; a failure must not count as unhandled until then.
        encoded.catch(() => undefined);
        pending.push(encoded);
        expandedSize += target.length;
        while (pending.length > windowsInFlight) for (const part of await pending.shift()!) append(part);
      }
      for (const encoded of pending) for (const part of await encoded) append(part);
      append(textTrailer);
    } catch (error) {
      await Promise.allSettled(pending);
      protoRev.truncateTo(mark);
      throw error;
    } finally {
      await sources?.close();
    }
    const digests = { md5: md5.digest(), sha1: sha1.digest() };
    const known = this.#known(digests.md5, digests.sha1, expandedSize);
    if (known) {
      protoRev.truncateTo(mark);
      return known;
    }
    const length = protoRev.position - mark;
    const itemIndex = this.newItemIndex();
    this.recordItem(itemIndex, mark, length, itemTypes.fileRep, checksum.value());
    return { itemIndex, size: length - header.length - textTrailer.length, expandedSize, ...digests };
  }

  /** Takes the items for which `isWanted` does not hold out of the proto-rev file, which becomes another file. */
  keepItems(isWanted: (itemIndex: number) => boolean): void {
    const kept = [...this.#items].filter(({ itemIndex }) => isWanted(itemIndex));
    if (kept.length === this.#items.length) return;
    const old = this.#protoRev;
    const protoRev = AppendFile.create(this.ownPath(`-${kept.length}.rev`), { mustBeNew: false });
    const items = new P2lEntries(kept.length);
    const offsets = new Float64Array(this.#offsets.length).fill(-1);
    try {
      for (const item of kept) {
        const offset = protoRev.position;
        for (let at = 0; at < item.size; at += moveBlock)
          protoRev.write(old.readBack(item.offset + at, Math.min(moveBlock, item.size - at)));
        items.pushEntry({ ...item, offset });
        offsets[item.itemIndex] = offset;
      }
    } catch (error) {
      protoRev.discard();
      throw error;
    }
    this.#protoRev = protoRev;
    this.#items = items;
    this.#offsets = offsets;
    old.discard();
    removeIfExists(old.path);
  }

  #known(md5: Uint8Array, sha1: Uint8Array, expandedSize: number): StoredText | undefined {
    return this.sharing ? this.edits.findText(md5, sha1, expandedSize) : undefined;
  }

  /** Closes the files and lets go of them: they are a revision's, or another process goes on with them. */
  close(): void {
    this.#protoRev.close();
    this.#guard.release();
  }

  /** Closes and forgets everything but the files on disk. */
  discard(): void {
    this.#protoRev.discard();
    this.#guard.release();
  }
}

/** Passes chunks on and tells `digest` of each. */
async function* digesting(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  digest: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    digest(chunk);
    yield chunk;
  }
}
