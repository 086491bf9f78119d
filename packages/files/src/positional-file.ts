import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { RevstoreError, systemError } from '@revstore/errors';
import { filesErrors } from './files-errors.js';

/** Reads longer than this (bytes) are checked against the file's length before a buffer is made for them. */
const CHECKED_READ = 64 * 1024;

/** A file open for reading at any position; holds no position of its own. All offsets and lengths are bytes. */
export class PositionalFile {
  readonly path: string;
  #fd: number | undefined;

  private constructor(path: string, fd: number) {
    this.path = path;
    this.#fd = fd;
  }

  /** @throws RevstoreError `Can't open file '…'` with the errno's code. */
  static open(path: string): PositionalFile {
    try {
      return new PositionalFile(path, openSync(path, 'r'));
    } catch (error) {
      throw systemError(error, `Can't open file '${path}'`, { path });
    }
  }

  /** The length of the file now, asked of the system each time, since a file may grow. */
  get size(): number {
    try {
      return fstatSync(this.#open()).size;
    } catch (error) {
      throw systemError(error, `Can't stat '${this.path}'`, { path: this.path });
    }
  }

  /**
   * Exactly `length` bytes from `position`.
   *
   * @returns a buffer of its own.
   * @throws RevstoreError UNEXPECTED_END where the file is shorter, before anything large is allocated.
   */
  read(position: number, length: number): Buffer {
    if (length > CHECKED_READ) {
      const left = this.size - position;
      if (left < length) throw this.#unexpectedEnd(position, length, Math.max(0, left));
    }
    const bytes = Buffer.allocUnsafe(length);
    const got = this.readInto(bytes, position);
    if (got < length) throw this.#unexpectedEnd(position, length, got);
    return bytes;
  }

  /**
   * Fills `target` from `position`, as far as the file goes.
   *
   * @returns the number of bytes read; less than `target.length` only at the end of the file.
   * @throws RevstoreError `Can't read file '…'`.
   */
  readInto(target: Uint8Array, position: number): number {
    const fd = this.#open();
    let done = 0;
    try {
      while (done < target.length) {
        const got = readSync(fd, target, done, target.length - done, position + done);
        if (got === 0) break;
        done += got;
      }
    } catch (error) {
      throw systemError(error, `Can't read file '${this.path}'`, {
        path: this.path,
        offset: position + done,
      });
    }
    return done;
  }

  /** Closes the file; a second call does nothing. */
  close(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd !== undefined) closeSync(fd);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #open(): number {
    if (this.#fd === undefined) throw new TypeError(`${this.path} was read after it was closed`);
    return this.#fd;
  }

  #unexpectedEnd(offset: number, expected: number, actual: number): RevstoreError {
    return new RevstoreError(
      filesErrors.UNEXPECTED_END,
      `Can't read file '${this.path}': End of file found`,
      {
        data: { path: this.path, file: this.path, offset, expected, actual },
      },
    );
  }
}
