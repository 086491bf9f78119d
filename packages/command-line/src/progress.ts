import type { WriteStream } from 'node:tty';

/** Milliseconds between two updates. */
const INTERVAL = 100;

/** One line of progress on a terminal; silent in a pipe or a file. */
export class Progress {
  readonly #stream: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number };
  #shown = false;
  #last = 0;

  /** @param stream standard error, usually. */
  constructor(stream: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean; readonly columns?: number }) {
    this.#stream = stream;
  }

  /** Whether anything would be seen; ask it before composing a costly text. */
  get visible(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Replaces the line, at most ten times a second. */
  update(text: string, now: number = Date.now()): void {
    if (!this.visible || now - this.#last < INTERVAL) return;
    this.#last = now;
    this.#shown = true;
    this.#stream.write(`\r${text.slice(0, (this.#stream.columns ?? 80) - 1)}\x1b[K`);
  }

  /** Removes the line; call it before anything else is printed. */
  clear(): void {
    if (!this.#shown) return;
    this.#shown = false;
    this.#stream.write('\r\x1b[K');
  }
}

/** Bytes for a progress line, e.g. `12.3 MB`. */
export function formatProgressBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
