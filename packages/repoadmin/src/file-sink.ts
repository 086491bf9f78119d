import { open, type FileHandle } from 'node:fs/promises';
import { systemError } from '@revstore/errors';

/** A file that is written from its start; what was in it before is gone. */
export class FileSink implements AsyncDisposable {
  readonly #path: string;
  readonly #file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws RevstoreError of the system */
  static async open(path: string): Promise<FileSink> {
    try {
      return new FileSink(path, await open(path, 'w'));
    } catch (error) {
      throw systemError(error, `Can't open file '${path}'`);
    }
  }

  /** Writes all of `bytes`. @throws RevstoreError of the system */
  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length;)
        at += (await this.#file.write(bytes, at, bytes.length - at)).bytesWritten;
    } catch (error) {
      throw systemError(error, `Can't write to file '${this.#path}'`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
