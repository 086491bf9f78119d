import type { Hash } from 'node:crypto';
import { concatBytes, createMd5, Cursor, md5Hex } from '@revstore/bytes';
import type { CompressionProvider } from '@revstore/compression';
import { RevstoreError } from '@revstore/errors';
import { applyWindow, copyFrom, decodeWindowAsync, InstructionReader, type Window } from '@revstore/svndiff';
import type { ItemLocator } from '../addressing/index.js';
import { corrupt, fsErrors } from '../fsfs-errors/index.js';
import type { Representation } from './representation.js';
import { RepLink } from './rep-link.js';
import type { TextCache } from './text-cache.js';

/** Bytes of text in each of the batches that are decoded ahead of the reader of a long text. */
const aheadBytes = 1024 * 1024;
/** Texts shorter than this (bytes) are not worth other threads. */
const minimumForThreads = 256 * 1024;
/** How long (milliseconds) a text is decoded before other work gets a turn. */
const slice = 4;

const unknownMd5 = '0'.repeat(32);
const nothing: Uint8Array = new Uint8Array(0);

/** Reads full texts of representations through their delta chains, and checks each against its size and MD5. */
export class RepReader {
  readonly #files: ItemLocator;
  readonly #provider: CompressionProvider;

  constructor(files: ItemLocator, provider: CompressionProvider) {
    this.#files = files;
    this.#provider = provider;
  }

  /** The full text, to be used for small ones: directories, property lists. @throws RevstoreError `FS_CORRUPT` */
  readAll(rep: Representation): Uint8Array {
    const chunks = this.chunks(rep);
    return chunks.length === 1 ? chunks[0] : concatBytes(chunks);
  }

  /**
   * The full text window by window, to be used for small ones.
   *
   * @param texts where texts are looked for first, and kept.
   * @returns chunks of up to 102,400 bytes, or the whole text where it is kept; views that must not be changed.
   * @throws RevstoreError `FS_CORRUPT` with file, revision and offset.
   */
  chunks(rep: Representation, texts?: TextCache): Uint8Array[] {
    const known = texts?.get(rep);
    if (known) return [known];
    const check = new TextCheck(rep);
    const chain = this.#openChain(rep, texts);
    const chunks: Uint8Array[] = [];
    try {
      const [top] = chain;
      if (top.header.type === 'plain') {
        if (top.end > top.start) chunks.push(check.pass(top.readPlain(0, top.end - top.start)));
      } else
        for (let index = 0; !top.atEnd; index++)
          chunks.push(check.pass(this.#windowText(chain, index, texts)));
    } finally {
      for (const link of chain) link.file.release();
    }
    check.end(chain[0]);
    if (!texts?.takes(rep)) return chunks;
    const whole = chunks.length === 1 ? chunks[0] : concatBytes(chunks);
    texts.set(rep, whole);
    return [whole];
  }

  /**
   * The full text as a stream that leaves the event loop free; long texts are decoded on other threads, ahead of the
   * reader.
   *
   * @returns chunks as {@link chunks}.
   * @throws RevstoreError `FS_CORRUPT`; the signal's reason when it is aborted.
   */
  async *stream(rep: Representation, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    const check = new TextCheck(rep);
    const chain = this.#openChain(rep);
    try {
      const [top] = chain;
      const threads = chain.length === 1 && top.header.type === 'delta' && rep.size >= minimumForThreads;
      const chunks = threads ? this.#decodeAhead(top) : this.#chainChunks(chain);
      let since = performance.now();
      for await (const chunk of chunks) {
        signal?.throwIfAborted();
        yield check.pass(chunk);
        if (!threads && performance.now() - since > slice) {
          await new Promise(setImmediate);
          since = performance.now();
        }
      }
    } finally {
      for (const link of chain) link.file.release();
    }
    check.end(chain[0]);
  }

  /**
   * How long the delta chain of a representation is, itself included, and over how many shards it goes.
   *
   * @throws RevstoreError `FS_CORRUPT`
   */
  chainShape(rep: Representation, shardSize: number): { readonly length: number; readonly shards: number } {
    const chain = this.#openChain(rep);
    let shards = 0;
    let last = -1;
    for (const link of chain) {
      const shard = Math.floor(link.revision / shardSize);
      if (shard !== last) shards++;
      last = shard;
      link.file.release();
    }
    return { length: chain.length, shards };
  }

  /** From the representation itself down to the one that needs no base, or whose base is known. Retains each file. */
  #openChain(rep: Representation, texts?: TextCache): RepLink[] {
    const chain: RepLink[] = [];
    // The last link of 1, 2, 4, … links: a chain that goes in circles comes by it again.
    let mark: RepLink | undefined;
    let markAt = 1;
    try {
      let next: { revision: number; itemIndex: number; size: number } | undefined = rep;
      while (next) {
        const link: RepLink = new RepLink(this.#files, next, next.size);
        link.file.retain();
        chain.push(link);
        if (mark && link.start === mark.start && link.file.path === mark.file.path)
          throw windowError(
            link,
            `The delta chain of representation '${rep.revision} ${rep.itemIndex}' goes in circles`,
          );
        if (chain.length === markAt) {
          mark = link;
          markAt *= 2;
        }
        next = link.header.type === 'delta' ? link.header.base : undefined;
        if (next && texts?.at(next)) break;
      }
      return chain;
    } catch (error) {
      for (const link of chain) link.file.release();
      throw error;
    }
  }

  *#chainChunks(chain: readonly RepLink[]): Generator<Uint8Array, void, undefined> {
    const [top] = chain;
    if (top.header.type === 'plain') {
      const length = top.end - top.start;
      for (let at = 0; at < length; at += aheadBytes)
        yield top.readPlain(at, Math.min(aheadBytes, length - at));
      return;
    }
    for (let index = 0; !top.atEnd; index++) yield this.#windowText(chain, index);
  }

  /** The target view of window `index`: down the chain as far as windows refer to their base, then applied upwards. */
  #windowText(chain: readonly RepLink[], index: number, texts?: TextCache): Uint8Array {
    const windows: Window[] = [];
    let source: Uint8Array = nothing;
    for (let depth = 0; ; depth++) {
      const link = chain[depth];
      const above = windows.at(-1);
      const known = link ? undefined : knownBase(chain[depth - 1], texts);
      if (known && above!.sourceOffset + above!.sourceLength <= known.length) {
        source = known.subarray(above!.sourceOffset, above!.sourceOffset + above!.sourceLength);
        break;
      }
      if (!link || (link.header.type === 'delta' && (link.advanceTo(index), link.atEnd)))
        throw windowError(chain[depth - 1], 'A window refers past the end of its base');
      if (link.header.type === 'plain') {
        source = link.readPlain(above!.sourceOffset, above!.sourceLength);
        break;
      }
      if (above && above.sourceOffset !== link.textOffset)
        throw windowError(link, 'Windows of a delta chain are not aligned');
      const window = link.next(this.#provider);
      if (above && above.sourceLength > window.targetLength)
        throw windowError(link, 'A window refers past the end of its base');
      windows.push(window);
      if (window.sourceLength === 0) break;
      if (!decoding(link, () => usesSource(window))) {
        source = new Uint8Array(window.sourceLength);
        break;
      }
    }
    for (let depth = windows.length - 1; depth >= 0; depth--) {
      const window = windows[depth];
      const view = source.length === window.sourceLength ? source : source.subarray(0, window.sourceLength);
      source = decoding(chain[depth], () => applyWindow(window, view));
    }
    return source;
  }

  async *#decodeAhead(link: RepLink): AsyncGenerator<Uint8Array, void, undefined> {
    const ahead: Promise<Window>[][] = [];
    const start = (): void => {
      const { bytes, windows } = link.takeStored(aheadBytes / 2, aheadBytes);
      const cursor = new Cursor(bytes);
      const batch = windows.map(() => decodeWindowAsync(cursor, link.version, this.#provider));
      // A failure is reported when the reader gets there; until then it must not count as unhandled.
      for (const window of batch) window.catch(() => undefined);
      ahead.push(batch);
    };
    while (!link.atEnd || ahead.length > 0) {
      while (ahead.length < 3 && !link.atEnd) start();
      for (const pending of ahead.shift()!) {
        let text: Uint8Array;
        try {
          const window = await pending;
          if (window.sourceLength > 0 && usesSource(window))
            throw corrupt('A window refers to a base that is not there');
          text = applyWindow(window, new Uint8Array(window.sourceLength));
        } catch (error) {
          throw windowError(link, 'Corrupt svndiff window', error);
        }
        yield text;
      }
    }
  }
}

function knownBase({ header }: RepLink, texts: TextCache | undefined): Uint8Array | undefined {
  return header.type === 'delta' && header.base ? texts?.at(header.base) : undefined;
}

function usesSource(window: Window): boolean {
  const reader = new InstructionReader(window);
  while (reader.next()) if (reader.selector === copyFrom.source) return true;
  return false;
}

/** Adds to errors of a window's contents where they are. */
function decoding<T>(link: RepLink, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    throw windowError(link, 'Corrupt svndiff window', error);
  }
}

function windowError(link: RepLink, message: string, cause?: unknown): RevstoreError {
  return corrupt(
    `${message} in file '${link.file.path}'`,
    { file: link.file.path, revision: link.revision, offset: link.start },
    cause,
  );
}

/** Follows a full text as it passes and compares it with what its representation promises. */
class TextCheck {
  readonly #rep: Representation;
  /** The first chunk, as long as it is the only one: a whole text has its digest in one call. */
  #only: Uint8Array | undefined;
  #md5: Hash | undefined;
  #length = 0;

  constructor(rep: Representation) {
    this.#rep = rep;
  }

  pass(chunk: Uint8Array): Uint8Array {
    if (this.#md5) this.#md5.update(chunk);
    else if (this.#length === 0) this.#only = chunk;
    else {
      this.#md5 = createMd5().update(this.#only!).update(chunk);
      this.#only = undefined;
    }
    this.#length += chunk.length;
    return chunk;
  }

  end(link: RepLink): void {
    const { expandedSize, md5 } = this.#rep;
    const where = { file: link.file.path, revision: link.revision, offset: link.start };
    // A PLAIN representation may leave its expanded size at 0, meaning "the size on disk".
    const expectedLength = expandedSize === 0 && link.header.type === 'plain' ? this.#length : expandedSize;
    if (this.#length !== expectedLength)
      throw corrupt(`The text in file '${link.file.path}' has another length than its node-revision says`, {
        ...where,
        expected: expectedLength,
        actual: this.#length,
      });
    const actual = this.#md5 ? this.#md5.digest('hex') : md5Hex(this.#only ?? nothing);
    if (md5 !== actual && md5 !== unknownMd5)
      throw new RevstoreError(
        fsErrors.CHECKSUM_MISMATCH,
        `Checksum mismatch while reading representation:\n   expected:  ${md5}\n     actual:  ${actual}\n`,
        { data: { ...where, expected: md5, actual } },
      );
  }
}
