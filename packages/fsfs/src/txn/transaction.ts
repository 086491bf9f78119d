import { join } from 'node:path';
import { createMd5, createSha1, ItemChecksum, itemChecksum } from '@revstore/bytes';
import { encodeNewDataWindowAsync, svndiffHeader, windowSize } from '@revstore/svndiff';
import type { AppendFile, FileLock } from '@revstore/files';
import type { Codec } from '@revstore/compression';
import { itemIndexes, itemTypes, P2lEntries, type ItemType } from '../index-format/index.js';
import { EditTable, type StoredText } from './edit-table.js';
import { textHeader, textTrailer, type EncodedText } from './encode-text.js';

/** Windows of one text that are encoded at the same time. */
const windowsInFlight = 24;

/** A transaction in Revstore's own form: the edits in memory, the texts of files in a proto-rev file. */
export class Transaction {
  /** Name, `<base revision>-<number in base 36>`; no other transaction of the store ever has it. */
  readonly id: string;
  readonly baseRevision: number;
  /** Directory that holds {@link protoRev}; gone after commit and abort. */
  readonly directory: string;
  readonly protoRev: AppendFile;
  readonly edits = new EditTable();
  readonly items = new P2lEntries();
  /** Held while the transaction is alive, so that its files are not taken for leftovers. */
  readonly guard: FileLock;
  #offsets = new Float64Array(64).fill(-1);
  #nextItem: number = itemIndexes.firstUser;
  #nextNumber = 0;

  constructor(id: string, baseRevision: number, directory: string, protoRev: AppendFile, guard: FileLock) {
    this.id = id;
    this.baseRevision = baseRevision;
    this.directory = directory;
    this.protoRev = protoRev;
    this.guard = guard;
  }

  get protoRevPath(): string {
    return join(this.directory, 'proto-rev');
  }

  /** A number that nothing else in this transaction has: for node and copy ids and for uniquifiers. */
  newNumber(): number {
    return this.#nextNumber++;
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
    const offset = this.protoRev.position;
    this.protoRev.write(bytes);
    this.recordItem(itemIndex, offset, bytes.length, type, itemChecksum(bytes));
    return itemIndex;
  }

  /** Notes an item that was appended from `offset` to the end. */
  recordItem(itemIndex: number, offset: number, size: number, type: ItemType, checksum: number): void {
    this.#offsets[itemIndex] = offset;
    this.items.push(offset, size, type, checksum, -1, itemIndex);
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

  /** Appends a text that was encoded elsewhere. */
  appendText(text: EncodedText): StoredText {
    const offset = this.protoRev.position;
    this.protoRev.write(text.item);
    const itemIndex = this.newItemIndex();
    this.recordItem(itemIndex, offset, text.item.length, itemTypes.fileRep, text.checksum);
    return { itemIndex, size: text.size, expandedSize: text.expandedSize, md5: text.md5, sha1: text.sha1 };
  }

  /**
   * Appends a text of any length. Digests are made on this thread while windows are compressed on others.
   *
   * @param chunks their memory is read until {@link windowsInFlight} windows more were asked for: a source that uses
   * it again has to have 2.5 MB of it.
   * @throws what `chunks` throws, and the signal's reason; nothing of the text is left then.
   */
  async writeText(
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    codec: Codec,
    level: number,
    signal?: AbortSignal,
  ): Promise<StoredText> {
    const mark = this.protoRev.position;
    const checksum = new ItemChecksum();
    const md5 = createMd5();
    const sha1 = createSha1();
    const append = (bytes: Uint8Array): void => {
      this.protoRev.write(bytes);
      checksum.update(bytes);
    };
    const pending: Promise<readonly Uint8Array[]>[] = [];
    const submit = (window: Uint8Array): void => {
      const encoded = encodeNewDataWindowAsync(window, codec, level);
      // Awaited in order below; a failure must not count as unhandled until then.
      encoded.catch(() => undefined);
      pending.push(encoded);
    };
    let expandedSize = 0;
    let partial = new Uint8Array(0);
    try {
      append(textHeader);
      append(svndiffHeader(codec.svndiffVersion));
      for await (const chunk of chunks) {
        signal?.throwIfAborted();
        let at = 0;
        if (partial.length > 0) {
          at = Math.min(windowSize - partial.length, chunk.length);
          const joined = new Uint8Array(partial.length + at);
          joined.set(partial);
          joined.set(chunk.subarray(0, at), partial.length);
          partial = joined;
          if (partial.length === windowSize) {
            submit(partial);
            partial = new Uint8Array(0);
          }
        }
        for (; at + windowSize <= chunk.length; at += windowSize) submit(chunk.subarray(at, at + windowSize));
        if (at < chunk.length) partial = chunk.slice(at);
        md5.update(chunk);
        sha1.update(chunk);
        expandedSize += chunk.length;
        while (pending.length > windowsInFlight) for (const part of await pending.shift()!) append(part);
      }
      if (partial.length > 0) submit(partial);
      for (const encoded of pending) for (const part of await encoded) append(part);
      append(textTrailer);
    } catch (error) {
      await Promise.allSettled(pending);
      this.protoRev.truncateTo(mark);
      throw error;
    }
    const length = this.protoRev.position - mark;
    const itemIndex = this.newItemIndex();
    this.recordItem(itemIndex, mark, length, itemTypes.fileRep, checksum.value());
    return {
      itemIndex,
      size: length - textHeader.length - textTrailer.length,
      expandedSize,
      md5: md5.digest(),
      sha1: sha1.digest(),
    };
  }

  /** Closes and forgets everything but the files on disk. */
  discard(): void {
    this.protoRev.discard();
    this.guard.release();
  }
}
