import { closeSync, fstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { systemError } from '@revstore/errors';
import { windowSize } from '@revstore/svndiff';

/** Bytes read at a time from a long file: a whole number of svndiff windows. */
const chunkSize = 10 * windowSize;
/** Chunks in use at the same time by a transaction, which encodes up to 24 windows ahead. */
const ringLength = 5;

/** A local file open for import. */
export class SourceFile {
  readonly path: string;
  readonly stat: Stats;
  readonly #fd: number;

  /** @throws RevstoreError `Can't open file '…'` */
  constructor(path: string) {
    this.path = path;
    try {
      this.#fd = openSync(path, 'r');
    } catch (error) {
      throw systemError(error, `Can't open file '${path}'`, { path });
    }
    try {
      this.stat = fstatSync(this.#fd);
    } catch (error) {
      closeSync(this.#fd);
      throw systemError(error, `Can't stat '${path}'`, { path });
    }
  }

  /** All bytes if there are fewer than `limit` of them, else the first `limit`. A view of `into` where that is large enough. */
  readStart(into: Buffer, limit: number): Buffer {
    let length = 0;
    while (length < limit) {
      const got = this.#read(into, length, limit - length);
      if (got === 0) break;
      length += got;
    }
    return into.subarray(0, length);
  }

  /**
   * `start` and then the rest of the file in chunks; a chunk's memory is used again after {@link ringLength} more.
   *
   * @param start what {@link readStart} gave.
   */
  *chunks(start: Uint8Array): Generator<Uint8Array, void, undefined> {
    const ring: Buffer[] = [];
    let pending = start;
    for (let turn = 0; ; turn++) {
      const chunk = (ring[turn % ringLength] ??= Buffer.allocUnsafeSlow(chunkSize));
      chunk.set(pending);
      let length = pending.length;
      pending = pending.subarray(0, 0);
      let got = 1;
      while (length < chunkSize && (got = this.#read(chunk, length, chunkSize - length)) > 0) length += got;
      if (length > 0) yield chunk.subarray(0, length);
      if (got === 0) return;
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #read(into: Buffer, offset: number, length: number): number {
    try {
      return readSync(this.#fd, into, offset, length, null);
    } catch (error) {
      throw systemError(error, `Can't read file '${this.path}'`, { path: this.path });
    }
  }
}

/** Target of a symbolic link, as bytes. @throws RevstoreError `Can't read contents of link '…'` */
export function readLinkTarget(path: string): Buffer {
  try {
    return readlinkSync(path, { encoding: 'buffer' });
  } catch (error) {
    throw systemError(error, `Can't read contents of link '${path}'`, { path });
  }
}
