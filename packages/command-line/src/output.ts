import type { Writable } from 'node:stream';
import { systemError } from '@revstore/errors';

const BLOCK = 65_536;

/**
 * Standard output, written in blocks.
 *
 * A reader that went away (EPIPE) is no error, as with svn: what follows is dropped and `closed` is true. Any other
 * failure is thrown by {@link Output.ready} and {@link Output.flush}.
 */
export class Output {
  /** Whether the reader went away. */
  closed = false;
  /** What the message of a failure begins with. */
  failurePhrase = 'Write error';
  readonly #stream: Writable;
  readonly #onClosed: () => void;
  /** On a terminal every line is seen as it comes. */
  readonly #interactive: boolean;
  #parts: string[] = [];
  #length = 0;
  #full = false;
  #failure: unknown;

  /** @param onClosed called once when the reader goes away. */
  constructor(stream: Writable, onClosed: () => void = () => {}) {
    this.#stream = stream;
    this.#onClosed = onClosed;
    this.#interactive = (stream as { readonly isTTY?: boolean }).isTTY === true;
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') {
        if (this.closed) return;
        this.closed = true;
        this.#onClosed();
      } else this.#failure ??= systemError(error, this.failurePhrase);
    });
  }

  /** Adds text, encoded as UTF-8. */
  write(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#length >= BLOCK || this.#interactive) this.push();
  }

  /** Adds bytes; `bytes` must not change afterwards. */
  writeBytes(bytes: Uint8Array): void {
    this.push();
    if (!this.closed && bytes.length > 0) this.#full = !this.#stream.write(bytes);
  }

  /** Hands what is held to the stream, without waiting. */
  push(): void {
    if (this.#length === 0) return;
    const text = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    if (!this.closed) this.#full = !this.#stream.write(text);
  }

  /** Waits while the stream holds more than it wants to. Call it in loops that print much. */
  async ready(): Promise<void> {
    if (this.#full && !this.closed && this.#failure === undefined) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          this.#stream.off('drain', done).off('error', done).off('close', done);
          resolve();
        };
        this.#stream.on('drain', done).on('error', done).on('close', done);
      });
      this.#full = false;
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Writes all that is held and waits for it. */
  async flush(): Promise<void> {
    this.push();
    if (!this.closed) {
      await new Promise<void>((resolve) => this.#stream.write('', () => resolve()));
    }
    if (this.#failure !== undefined) throw this.#failure;
  }
}
