import { PositionalFile } from './positional-file.js';

/**
 * A bounded set of files open for reading, the least recently used closed first.
 *
 * A file got from here belongs to the cache: use it before the cache is asked for `capacity` others, and never across
 * an await. The cache does not see that a file was replaced under its name; whoever replaces it calls `forget`.
 */
export class FileHandleCache {
  readonly capacity: number;
  /** In order of use, the oldest first. */
  readonly #files = new Map<string, PositionalFile>();

  /** @param capacity how many files may be open, at least 1. */
  constructor(capacity: number) {
    if (!Number.isInteger(capacity) || capacity < 1)
      throw new TypeError('capacity must be a positive integer');
    this.capacity = capacity;
  }

  /** How many files are open now. */
  get size(): number {
    return this.#files.size;
  }

  /** @throws RevstoreError `Can't open file '…'` with the errno's code; a failure is not remembered. */
  open(path: string): PositionalFile {
    let file = this.#files.get(path);
    if (file === undefined) {
      file = PositionalFile.open(path);
      if (this.#files.size >= this.capacity) this.#closeOldest();
    } else {
      this.#files.delete(path);
    }
    this.#files.set(path, file);
    return file;
  }

  /** Closes the file of that name, so that the next `open` sees what is there then. */
  forget(path: string): void {
    this.#files.get(path)?.close();
    this.#files.delete(path);
  }

  /** Closes all; the cache can be used again. */
  close(): void {
    for (const file of this.#files.values()) file.close();
    this.#files.clear();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #closeOldest(): void {
    for (const [path, file] of this.#files) {
      this.#files.delete(path);
      file.close();
      return;
    }
  }
}
