import { Cursor } from '@revstore/bytes';
import type { CompressionProvider } from '@revstore/compression';
import {
  decodeWindow,
  parseSvndiffHeader,
  parseWindowHeader,
  skipWindow,
  svndiffHeaderLength,
  type SvndiffVersion,
  type Window,
  type WindowHeader,
} from '@revstore/svndiff';
import type { ItemFile, ItemLocator } from '../addressing/index.js';
import { corrupt } from '../fsfs-errors/index.js';
import type { ItemAddress } from '../ids/index.js';
import { maxRepHeaderLength, parseRepHeader, type RepHeader } from './rep-header.js';

/** Bytes read at a time from a stored representation; longer ones are not kept in the block cache. */
const readAhead = 256 * 1024;
/** Longest header of a window: five integers of up to ten bytes. */
const maxWindowHeaderLength = 50;

/**
 * One stored representation of a delta chain: its header, and for deltas its windows one after the other.
 *
 * Errors are `FS_CORRUPT` and name file, revision and offset.
 */
export class RepLink {
  readonly file: ItemFile;
  readonly revision: number;
  readonly header: RepHeader;
  /** Offset (bytes in the file) of the first byte after the header line. */
  readonly start: number;
  /** Offset just past the data. */
  readonly end: number;
  readonly version: SvndiffVersion;
  #position: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #bytesStart = 0;
  /** Index of the next window. */
  #index = 0;
  /** Offset of the next window's target view in the full text. */
  #textOffset = 0;

  /** @param size stored bytes after the header line, as its reference says. */
  constructor(files: ItemLocator, address: ItemAddress, size: number) {
    const { file, offset } = files.locate(address);
    this.file = file;
    this.revision = address.revision;
    const bytes = file.read(offset, Math.min(maxRepHeaderLength, file.contentEnd - offset));
    const newline = bytes.indexOf(10);
    try {
      if (newline < 0) throw corrupt('Malformed representation header');
      this.header = parseRepHeader(String.fromCharCode(...bytes.subarray(0, newline)));
      this.start = offset + newline + 1;
      this.end = this.start + size;
      if (this.end > file.contentEnd)
        throw corrupt('The representation is longer than its file', {
          expected: size,
          actual: file.contentEnd - this.start,
        });
      this.version = 0;
      this.#position = this.start;
      if (this.header.type === 'delta') {
        if (size < svndiffHeaderLength) throw corrupt('The representation is too short for a delta');
        this.version = parseSvndiffHeader(file.read(this.start, svndiffHeaderLength));
        this.#position += svndiffHeaderLength;
      }
    } catch (error) {
      throw corrupt(
        `Corrupt representation '${address.revision} ${address.itemIndex} ${size}'`,
        { file: file.path, revision: address.revision, offset },
        error,
      );
    }
  }

  get atEnd(): boolean {
    return this.#position >= this.end;
  }

  /** Offset in the full text of the window that {@link next} gives. */
  get textOffset(): number {
    return this.#textOffset;
  }

  /** Passes over windows until `index` is the next one. */
  advanceTo(index: number): void {
    while (this.#index < index && !this.atEnd) this.#step((cursor) => skipWindow(cursor).header);
  }

  /** Decodes the next window; its arrays may be views, valid until the block cache changes them: never. */
  next(provider: CompressionProvider): Window {
    let window: Window | undefined;
    this.#step((cursor) => {
      window = decodeWindow(cursor, this.version, provider);
      return window;
    });
    return window!;
  }

  /**
   * Stored bytes of the next windows, whole windows only, at least one; moves past them.
   *
   * @param stored most bytes of stored windows.
   * @param text bytes of target views after which no window is added: a few stored bytes can stand for many.
   */
  takeStored(stored: number, text: number): { bytes: Uint8Array; windows: readonly WindowHeader[] } {
    const windows: WindowHeader[] = [];
    const first = this.#position;
    if (this.#buffered <= maxWindowHeaderLength) this.#need(stored);
    let end = first;
    let taken = 0;
    while (!this.atEnd && taken < text && (windows.length === 0 || this.#buffered > maxWindowHeaderLength)) {
      const header = this.#peekHeader();
      if (windows.length > 0 && header.length > this.#buffered) break;
      this.#step((cursor) => skipWindow(cursor).header);
      windows.push(header.header);
      taken += header.header.targetLength;
      end = this.#position;
    }
    return { bytes: this.#bytes.subarray(first - this.#bytesStart, end - this.#bytesStart), windows };
  }

  /** Bytes of the full text of a PLAIN representation. */
  readPlain(offset: number, length: number): Uint8Array {
    if (offset + length > this.end - this.start)
      throw this.#corrupt('A window refers past the end of its base', offset);
    return this.file.read(this.start + offset, length);
  }

  get #buffered(): number {
    return this.#bytesStart + this.#bytes.length - this.#position;
  }

  #peekHeader(): { header: WindowHeader; length: number } {
    this.#need(maxWindowHeaderLength);
    const cursor = new Cursor(this.#bytes, this.#position - this.#bytesStart);
    const start = cursor.position;
    const header = parseWindowHeader(cursor);
    return { header, length: cursor.position - start + header.instructionsLength + header.newDataLength };
  }

  #step(read: (cursor: Cursor) => { readonly targetLength: number }): void {
    const at = this.#position;
    try {
      const left = this.end - at;
      if (this.#buffered < left)
        this.#need(left <= readAhead && this.#buffered <= 0 ? left : this.#peekHeader().length);
      const cursor = new Cursor(this.#bytes, at - this.#bytesStart);
      const { targetLength } = read(cursor);
      this.#position = this.#bytesStart + cursor.position;
      this.#index++;
      this.#textOffset += targetLength;
    } catch (error) {
      throw this.#corrupt('Corrupt svndiff window', at, error);
    }
  }

  /** Makes `length` bytes from the position available, or what is left. */
  #need(length: number): void {
    const wanted = Math.min(length, this.end - this.#position);
    if (this.#buffered >= wanted && this.#position >= this.#bytesStart) return;
    const size = Math.min(Math.max(readAhead, wanted), this.end - this.#position);
    this.#bytes =
      size < readAhead ? this.file.read(this.#position, size) : this.file.readFresh(this.#position, size);
    this.#bytesStart = this.#position;
  }

  #corrupt(message: string, offset: number, cause?: unknown): Error {
    return corrupt(
      `${message} in file '${this.file.path}'`,
      { file: this.file.path, revision: this.revision, offset },
      cause,
    );
  }
}
