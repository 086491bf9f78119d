import { RevstoreError } from '@revstore/errors';
import { ByteSource } from './byte-source.js';
import { dumpstreamErrors, Malformed, malformed, ranDry } from './errors.js';
import { headerNames, parseHeaders } from './header-block.js';
import { lenientLength, lenientRevision, strictNumber } from './numbers.js';
import { parsePropertyBlock, type PropertyBlock } from './property-block.js';
import { nodeRecord } from './record-fields.js';
import type { DumpRecord, DumpText } from './records.js';

/** How a stream is read. */
export interface DumpReaderOptions {
  /** Text blocks up to this many bytes come in one array; default 1 MiB. */
  readonly wholeTextBytes?: number;
  readonly signal?: AbortSignal;
}

const defaultWholeText = 1024 * 1024;
/** Longest header block. A path takes a few thousand bytes at most. */
const maxHeaderBlock = 1024 * 1024;
/** Longest property block. It has to be in memory as a whole. */
const maxPropertyBlock = 512 * 1024 * 1024;
const maxFirstLine = 80;
const newestVersion = 3;
const newline = 10;

/**
 * Reads a dump stream record by record. What a stream says of its lengths is believed only as far as bytes arrive: memory
 * is bounded by one chunk, one property block and one short text.
 *
 * Errors are RevstoreErrors in Subversion's words, with `data.offset` (bytes from the start of the stream) and, within
 * a record, `record`, `recordOffset`, `revision` and `path`.
 *
 * @see notes/dump-load-format.txt
 */
export class DumpReader implements AsyncIterable<DumpRecord> {
  readonly #source: ByteSource;
  readonly #wholeText: number;
  readonly #signal: AbortSignal | undefined;
  #version: number | undefined;
  /** The record that is being read or was given last. */
  #record: { readonly offset: number; type?: string; path?: string } = { offset: 0 };
  #revision: number | undefined;
  /** Bytes of the current text block that were not consumed yet. */
  #textLeft = 0;
  /** Bytes to pass over behind the text block; negative where the content's length is less than that of its blocks. */
  #rest = 0;

  /** @param chunks the stream; a chunk must not change after it was given. */
  constructor(chunks: AsyncIterable<Uint8Array>, options: DumpReaderOptions = {}) {
    this.#source = new ByteSource(chunks);
    this.#wholeText = options.wholeTextBytes ?? defaultWholeText;
    this.#signal = options.signal;
  }

  /** Position in the stream (bytes), behind what was read of the last record. */
  get position(): number {
    return this.#source.position;
  }

  /**
   * The next record; what is left of the last one is passed over.
   *
   * @returns `undefined` at the end of the stream.
   * @throws RevstoreError of this package; the signal's reason.
   */
  async next(): Promise<DumpRecord | undefined> {
    this.#signal?.throwIfAborted();
    try {
      if (this.#version === undefined) return await this.#firstRecord();
      await this.#finishRecord();
      if (!(await this.#passBlanks())) return undefined;
      return await this.#readRecord();
    } catch (error) {
      throw this.#located(error);
    }
  }

  /**
   * Passes over what is left of the last record, as {@link next} does, too.
   *
   * @throws RevstoreError as {@link next}
   */
  async finish(): Promise<void> {
    try {
      await this.#finishRecord();
    } catch (error) {
      throw this.#located(error);
    }
  }

  /** All records that are left; ends the stream when the loop is left early. */
  async *[Symbol.asyncIterator](): AsyncGenerator<DumpRecord, void, undefined> {
    try {
      for (let record; (record = await this.next()) !== undefined;) yield record;
    } finally {
      await this.close();
    }
  }

  /** Ends the stream early. */
  async close(): Promise<void> {
    await this.#source.close();
  }

  async #firstRecord(): Promise<DumpRecord> {
    const source = this.#source;
    let length: number;
    // Anything may have been given for a dump: without a line end soon, it is none.
    while ((length = source.buffer.subarray(source.at, source.end).indexOf(newline)) < 0) {
      if (source.available > maxFirstLine) break;
      if (!(await source.fill())) throw ranDry();
    }
    const tooLong = length < 0 || length > maxFirstLine;
    const line = Buffer.from(source.take(tooLong ? maxFirstLine : length)).toString();
    const value =
      tooLong || !line.startsWith(`${headerNames.format}:`)
        ? undefined
        : line.slice(headerNames.format.length + 1);
    if (value === undefined) throw malformed(`Malformed dumpfile header '${line}'`);
    source.at++;
    const version = strictNumber(value, '-2147483648', '2147483647');
    if (version > newestVersion)
      throw new Malformed('UNSUPPORTED_DUMP_VERSION', `Unsupported dumpfile version: ${version}`);
    this.#version = version;
    return { type: 'format', offset: 0, headers: new Map([[headerNames.format, value.trim()]]), version };
  }

  /** Passes over what is left of the last record. */
  async #finishRecord(): Promise<void> {
    await this.#skip(this.#textLeft);
    this.#textLeft = 0;
    if (this.#rest < 0) throw malformed('Sum of subblock sizes larger than total block content length');
    await this.#skip(this.#rest);
    this.#rest = 0;
  }

  async #skip(length: number): Promise<void> {
    const source = this.#source;
    for (let left = length; left > 0;) {
      if (source.available === 0 && !(await source.fill())) throw ranDry();
      this.#signal?.throwIfAborted();
      const step = Math.min(left, source.available);
      source.at += step;
      left -= step;
    }
  }

  /** Passes over empty lines and lines that begin with a blank. @returns false at the end of the stream. */
  async #passBlanks(): Promise<boolean> {
    const source = this.#source;
    for (;;) {
      if (source.available === 0 && !(await source.fill())) return false;
      const first = source.buffer[source.at];
      if (first === newline) source.at++;
      else if (first === 0x20 || (first >= 9 && first <= 13)) await this.#passLine();
      else return true;
    }
  }

  async #passLine(): Promise<void> {
    const source = this.#source;
    for (;;) {
      const end = source.buffer.subarray(source.at, source.end).indexOf(newline);
      source.at = end < 0 ? source.end : source.at + end + 1;
      if (end >= 0) return;
      if (!(await source.fill())) throw ranDry();
    }
  }

  async #readRecord(): Promise<DumpRecord> {
    const offset = this.#source.position;
    this.#record = { offset };
    const headers = await this.#headerBlock();
    const record = this.#record as { type?: string; path?: string };
    const revisionText = headers.get(headerNames.revision);
    const path = headers.get(headerNames.path);
    const uuid = headers.get(headerNames.uuid);
    const format = headers.get(headerNames.format);
    if (revisionText !== undefined) {
      record.type = 'revision';
      const revision = (this.#revision = lenientRevision(revisionText));
      const properties = await this.#properties(headers, false);
      await this.#text(headers, properties?.length);
      const given = properties?.properties as Map<string, Uint8Array> | undefined;
      return { type: 'revision', offset, headers, revision, ...(given ? { properties: given } : {}) };
    }
    if (path !== undefined) {
      record.type = 'node';
      record.path = path;
      const properties = await this.#properties(headers, true);
      const text = await this.#text(headers, properties?.length);
      return nodeRecord(offset, headers, path, properties?.properties, text);
    }
    if (uuid === undefined && format === undefined) throw malformed('Unrecognized record type in stream');
    record.type = uuid === undefined ? 'format' : 'uuid';
    const version =
      uuid === undefined ? (this.#version = strictNumber(format!, '-2147483648', '2147483647')) : 0;
    await this.#text(headers, (await this.#properties(headers, false))?.length);
    return uuid === undefined
      ? { type: 'format', offset, headers, version }
      : { type: 'uuid', offset, headers, uuid };
  }

  async #headerBlock(): Promise<Map<string, string>> {
    const source = this.#source;
    let searched = 0;
    for (;;) {
      const end = source.buffer.subarray(source.at, source.end).indexOf('\n\n', searched, 'latin1');
      if (end >= 0) {
        const headers = parseHeaders(source.buffer.subarray(source.at, source.at + end));
        source.at += end + 2;
        return headers;
      }
      searched = Math.max(0, source.available - 1);
      if (source.available > maxHeaderBlock)
        throw new Malformed(
          'DUMP_RECORD_TOO_LARGE',
          `Dump stream contains headers of more than ${maxHeaderBlock} bytes`,
        );
      if (await source.fill()) continue;
      // Without its empty line a block is complete only where the stream ends right behind a line.
      const last = source.buffer.subarray(source.at, source.end).lastIndexOf(newline);
      if (last >= 0) {
        const headers = parseHeaders(source.buffer.subarray(source.at, source.at + last));
        if (source.available === last + 1) {
          source.at = source.end;
          return headers;
        }
      }
      throw ranDry();
    }
  }

  /** The property block of a record that has one. */
  async #properties(headers: Map<string, string>, node: boolean): Promise<PropertyBlock | undefined> {
    const claim =
      headers.get(headerNames.propertyLength) ??
      (this.#hasOldContent(headers) ? headers.get(headerNames.contentLength) : undefined);
    if (claim === undefined) return undefined;
    const source = this.#source;
    const claimed = lenientLength(claim);
    for (let complete = false; ;) {
      const block = parsePropertyBlock(source.buffer, source.at, source.end, claimed, complete, node);
      if (block) {
        source.at += block.length;
        return block;
      }
      if (source.available > maxPropertyBlock)
        throw new Malformed(
          'DUMP_RECORD_TOO_LARGE',
          `Dump stream contains properties of more than ${maxPropertyBlock} bytes`,
        );
      // Parsing begins anew each time, so the bytes at hand are doubled at least, up to where the block should end.
      const wanted = Math.max(source.available + 1, Math.min(claimed, 2 * source.available));
      complete = !(await source.need(wanted));
    }
  }

  /** Streams of the first days give one length for properties and text together. */
  #hasOldContent(headers: Map<string, string>): boolean {
    return (
      this.#version === 1 &&
      headers.has(headerNames.contentLength) &&
      !headers.has(headerNames.propertyLength) &&
      !headers.has(headerNames.textLength)
    );
  }

  /** The text block of a record that has one; notes what follows it. */
  async #text(
    headers: Map<string, string>,
    propertyBytes: number | undefined,
  ): Promise<DumpText | undefined> {
    const content = headers.get(headerNames.contentLength);
    const stated = headers.get(headerNames.textLength);
    if (this.#hasOldContent(headers)) {
      const length = lenientLength(content!) - propertyBytes!;
      // A file of these streams that has content at all has a text, if an empty one.
      return length > 0 || headers.get(headerNames.kind) === 'file'
        ? this.#openText(Math.max(0, length))
        : undefined;
    }
    const length = stated === undefined ? 0 : lenientLength(stated);
    if (content !== undefined)
      this.#rest =
        lenientLength(content) - lenientLength(headers.get(headerNames.propertyLength) ?? '0') - length;
    return stated === undefined ? undefined : this.#openText(length);
  }

  async #openText(length: number): Promise<DumpText> {
    this.#textLeft = length;
    const record = this.#record;
    if (length > this.#wholeText) return { length, chunks: () => this.#chunks(record) };
    const bytes = await this.#whole(length);
    this.#textLeft = 0;
    return {
      length,
      bytes,
      async *chunks() {
        if (length > 0) yield bytes;
      },
    };
  }

  async #whole(length: number): Promise<Uint8Array> {
    const source = this.#source;
    if (source.available >= length) return source.take(length);
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length;) {
      if (source.available === 0 && !(await source.fill())) throw ranDry();
      const piece = source.take(length - at);
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  async *#chunks(record: object): AsyncGenerator<Uint8Array, void, undefined> {
    const source = this.#source;
    for (;;) {
      if (record !== this.#record) throw new TypeError('The text belongs to a record that was passed');
      if (this.#textLeft === 0) return;
      try {
        this.#signal?.throwIfAborted();
        if (source.available === 0 && !(await source.fill())) throw ranDry();
      } catch (error) {
        throw this.#located(error);
      }
      const piece = source.take(this.#textLeft);
      this.#textLeft -= piece.length;
      yield piece;
    }
  }

  #located(error: unknown): unknown {
    if (!(error instanceof Malformed)) return error;
    const { offset: recordOffset, type: record, path } = this.#record;
    return new RevstoreError(dumpstreamErrors[error.code], error.message, {
      data: {
        offset: this.#source.position,
        recordOffset,
        ...(record === undefined ? {} : { record }),
        ...(this.#revision === undefined ? {} : { revision: this.#revision }),
        ...(path === undefined ? {} : { path }),
      },
    });
  }
}
