import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { RevstoreError, systemError } from '@revstore/errors';
import { fileSystemCalls } from './file-system-calls.js';
import { filesErrors } from './files-errors.js';

const BUFFER_SIZE = 1024 * 1024;

/** How an {@link AppendFile} is made. */
export interface AppendFileOptions {
  /** Permission bits of a new file, lessened by the umask; default 0o666. */
  readonly mode?: number;
  /** Whether an existing file is an error (the default) or is emptied. */
  readonly mustBeNew?: boolean;
}

/**
 * A file that grows at its end, with a coalescing buffer, and can be rolled back to an earlier length.
 *
 * Small writes are gathered into blocks of 1 MiB; larger ones go to the system as they are. Bytes given to `write` are
 * copied or written before it returns, so the caller may reuse them. All positions and lengths are bytes.
 */
export class AppendFile {
  #path: string;
  #fd: number | undefined;
  /** How much of the file's content the system has. */
  #written: number;
  #buffer: Buffer | undefined;
  #buffered = 0;
  /** A failed write may have left bytes behind the content. */
  #ragged = false;

  private constructor(path: string, fd: number, length: number) {
    this.#path = path;
    this.#fd = fd;
    this.#written = length;
  }

  /** Makes a new file. @throws RevstoreError `Can't open file '…'` (EEXIST where it exists and must be new). */
  static create(path: string, options: AppendFileOptions = {}): AppendFile {
    try {
      const flags = (options.mustBeNew ?? true) ? 'wx+' : 'w+';
      return new AppendFile(path, fileSystemCalls.create(path, flags, options.mode ?? 0o666), 0);
    } catch (error) {
      throw systemError(error, `Can't open file '${path}'`, { path });
    }
  }

  /** Opens an existing file to go on at its end. @throws RevstoreError `Can't open file '…'`. */
  static open(path: string): AppendFile {
    let fd: number | undefined;
    try {
      fd = openSync(path, 'r+');
      return new AppendFile(path, fd, fstatSync(fd).size);
    } catch (error) {
      if (fd !== undefined) closeSync(fd);
      throw systemError(error, `Can't open file '${path}'`, { path });
    }
  }

  get path(): string {
    return this.#path;
  }

  /** Gives the file another name on the same file system; what was there is replaced. @throws RevstoreError `Can't move '…' to '…'`. */
  moveTo(path: string): void {
    try {
      fileSystemCalls.rename(this.#path, path);
    } catch (error) {
      throw systemError(error, `Can't move '${this.#path}' to '${path}'`, { path });
    }
    this.#path = path;
  }

  /** Where the next byte goes, which is also the length of the content; a mark for {@link truncateTo}. */
  get position(): number {
    return this.#written + this.#buffered;
  }

  /**
   * Appends all of `bytes`.
   *
   * @throws RevstoreError `Can't write to file '…'`; the file can then only be truncated to an earlier mark or closed.
   */
  write(bytes: Uint8Array): void {
    if (this.#buffered + bytes.length > BUFFER_SIZE) this.#writeBuffered();
    if (bytes.length >= BUFFER_SIZE) {
      this.#writeThrough(bytes);
      return;
    }
    this.#open();
    this.#buffer ??= Buffer.allocUnsafeSlow(BUFFER_SIZE);
    this.#buffer.set(bytes, this.#buffered);
    this.#buffered += bytes.length;
  }

  /**
   * Forgets everything from `mark` on.
   *
   * @param mark an earlier {@link position}.
   */
  truncateTo(mark: number): void {
    if (!Number.isInteger(mark) || mark < 0 || mark > this.position) {
      throw new TypeError(`mark ${mark} is not within the ${this.position} bytes of ${this.#path}`);
    }
    if (mark >= this.#written && !this.#ragged) {
      this.#buffered = mark - this.#written;
      return;
    }
    const length = Math.min(mark, this.#written);
    try {
      fileSystemCalls.truncate(this.#open(), this.#path, length);
    } catch (error) {
      throw systemError(error, `Can't truncate file '${this.#path}'`, { path: this.#path });
    }
    this.#ragged = false;
    this.#buffered = mark - length;
    this.#written = length;
  }

  /**
   * Exactly `length` bytes of what was appended, from `position`.
   *
   * @returns a buffer of its own.
   * @throws RevstoreError UNEXPECTED_END where the content is shorter.
   */
  readBack(position: number, length: number): Buffer {
    if (position < 0 || length < 0 || position + length > this.position) {
      throw this.#unexpectedEnd(position, length, Math.max(0, this.position - position));
    }
    const bytes = Buffer.allocUnsafe(length);
    const fromFile = Math.min(length, Math.max(0, this.#written - position));
    let done = 0;
    try {
      while (done < fromFile) {
        const got = readSync(this.#open(), bytes, done, fromFile - done, position + done);
        if (got === 0) throw this.#unexpectedEnd(position, length, done);
        done += got;
      }
    } catch (error) {
      throw systemError(error, `Can't read file '${this.#path}'`, { path: this.#path });
    }
    if (done < length) {
      const start = position + done - this.#written;
      this.#buffer!.copy(bytes, done, start, start + length - done);
    }
    return bytes;
  }

  /** Hands everything to the system, so that other readers of the file see it; no flush to disk. */
  writeOut(): void {
    this.#open();
    this.#writeBuffered();
  }

  /** Hands everything to the system and waits until it is on disk. @throws RevstoreError `Can't flush file '…' to disk`. */
  flush(): void {
    this.#writeBuffered();
    try {
      fileSystemCalls.flush(this.#open(), this.#path);
    } catch (error) {
      throw systemError(error, `Can't flush file '${this.#path}' to disk`, { path: this.#path });
    }
  }

  /** As {@link flush}, with the wait on another thread. The file must stay open until it ends. */
  async flushAsync(): Promise<void> {
    this.#writeBuffered();
    try {
      await fileSystemCalls.flushAsync(this.#open(), this.#path);
    } catch (error) {
      throw systemError(error, `Can't flush file '${this.#path}' to disk`, { path: this.#path });
    }
  }

  /** Hands everything to the system and closes, even where the former fails; a second call does nothing. */
  close(): void {
    if (this.#fd === undefined) return;
    try {
      this.#writeBuffered();
    } finally {
      this.discard();
    }
  }

  /** Closes without writing what is still buffered; a second call does nothing. */
  discard(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    this.#buffer = undefined;
    this.#buffered = 0;
    if (fd !== undefined) closeSync(fd);
  }

  [Symbol.dispose](): void {
    this.discard();
  }

  #open(): number {
    if (this.#fd === undefined) throw new TypeError(`${this.#path} was used after it was closed`);
    return this.#fd;
  }

  #writeBuffered(): void {
    if (this.#buffered === 0) return;
    const bytes = this.#buffer!.subarray(0, this.#buffered);
    this.#writeThrough(bytes);
    this.#buffered = 0;
  }

  #writeThrough(bytes: Uint8Array): void {
    try {
      fileSystemCalls.write(this.#open(), this.#path, bytes, this.#written);
    } catch (error) {
      this.#ragged = true;
      throw systemError(error, `Can't write to file '${this.#path}'`, { path: this.#path });
    }
    this.#written += bytes.length;
  }

  #unexpectedEnd(offset: number, expected: number, actual: number): RevstoreError {
    return new RevstoreError(
      filesErrors.UNEXPECTED_END,
      `Can't read file '${this.#path}': End of file found`,
      {
        data: { path: this.#path, file: this.#path, offset, expected, actual },
      },
    );
  }
}
