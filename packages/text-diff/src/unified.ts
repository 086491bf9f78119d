import { ByteBuilder } from './byte-builder.js';
import type { LineChange } from './diff-lines.js';
import { beginsFunction, functionText } from './function-line.js';
import type { Lines } from './lines.js';

const SPACE = 0x20;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DEFAULT_CONTEXT = 3;

/** How hunks are written. */
export interface HunkOptions {
  /** What stands around the numbers of a hunk; `@@` for files (default), `##` for properties. */
  readonly delimiter?: '@@' | '##';
  /** Lines of context, 0 and up; default 3. */
  readonly contextLines?: number;
  /** Whether hunks tell the function that they are in. */
  readonly showFunction?: boolean;
}

/**
 * Changes as the hunks of a unified diff, without the two lines above them.
 *
 * @returns the caller's own bytes.
 * @see libsvn_diff/diff_file.c#output_unified_diff_modified
 */
export function formatHunks(
  original: Lines,
  modified: Lines,
  changes: readonly LineChange[],
  options: HunkOptions = {},
): Buffer {
  const writer = new HunkWriter(original, modified, options);
  for (const change of changes) writer.add(change);
  return writer.finish();
}

class HunkWriter {
  readonly #original: Lines;
  readonly #modified: Lines;
  readonly #delimiter: string;
  readonly #context: number;
  readonly #showFunction: boolean;
  readonly #unended: Buffer;
  readonly #output = new ByteBuilder();
  readonly #hunk = new ByteBuilder();
  /** Next line of each text. */
  #originalLine = 0;
  #modifiedLine = 0;
  #originalStart = 0;
  #modifiedStart = 0;
  #originalLength = 0;
  #modifiedLength = 0;
  #functionLine: Uint8Array = new Uint8Array(0);
  #heading = '';

  constructor(original: Lines, modified: Lines, options: HunkOptions) {
    this.#original = original;
    this.#modified = modified;
    this.#delimiter = options.delimiter ?? '@@';
    this.#context = options.contextLines ?? DEFAULT_CONTEXT;
    this.#showFunction = options.showFunction ?? false;
    const what = this.#delimiter === '##' ? 'property' : 'file';
    this.#unended = Buffer.from(`\n\\ No newline at end of ${what}\n`);
  }

  add({ originalStart, originalLength, modifiedStart, modifiedLength }: LineChange): void {
    const context = Math.min(originalStart, this.#context);
    const start = originalStart - context;
    const open = this.#originalLength > 0 || this.#modifiedLength > 0;
    const end = open ? this.#originalStart + this.#originalLength + this.#context : -1;
    let begins = !open && this.#originalStart === 0;
    if (this.#originalLine < start && end <= start) {
      this.#flush();
      begins = true;
    } else if (open) this.#takeContext(originalStart);
    this.#skipOriginal(start);
    if (begins) {
      this.#originalStart = start;
      this.#modifiedStart = modifiedStart - context;
      if (this.#showFunction) this.#heading = functionText(this.#functionLine);
    }
    this.#skipModified(modifiedStart);
    this.#takeContext(originalStart);
    for (; this.#originalLine < originalStart + originalLength; this.#originalLine++) {
      this.#put(MINUS, this.#original, this.#originalLine);
      this.#originalLength++;
    }
    for (; this.#modifiedLine < modifiedStart + modifiedLength; this.#modifiedLine++) {
      this.#put(PLUS, this.#modified, this.#modifiedLine);
      this.#modifiedLength++;
    }
  }

  finish(): Buffer {
    this.#flush();
    return this.#output.take();
  }

  #flush(): void {
    if (this.#hunk.length === 0) return;
    this.#takeContext(this.#originalStart + this.#originalLength + this.#context);
    const range = (start: number, length: number): string =>
      `${length > 0 ? start + 1 : start}${length === 1 ? '' : `,${length}`}`;
    this.#output.write(
      `${this.#delimiter} -${range(this.#originalStart, this.#originalLength)}` +
        ` +${range(this.#modifiedStart, this.#modifiedLength)} ${this.#delimiter}` +
        `${this.#heading === '' ? '' : ` ${this.#heading}`}\n`,
    );
    this.#output.append(this.#hunk.take());
    this.#originalStart = this.#modifiedStart = this.#originalLength = this.#modifiedLength = 0;
  }

  #takeContext(until: number): void {
    const last = Math.min(until, this.#original.count);
    for (; this.#originalLine < last; this.#originalLine++) {
      this.#noteFunction(this.#original, this.#originalLine);
      this.#put(SPACE, this.#original, this.#originalLine);
      this.#originalLength++;
      this.#modifiedLength++;
    }
  }

  #skipOriginal(until: number): void {
    if (this.#showFunction)
      for (let line = this.#originalLine; line < until; line++) this.#noteFunction(this.#original, line);
    this.#originalLine = Math.max(this.#originalLine, until);
  }

  #skipModified(until: number): void {
    if (this.#showFunction)
      for (let line = this.#modifiedLine; line < until; line++) this.#noteFunction(this.#modified, line);
    this.#modifiedLine = Math.max(this.#modifiedLine, until);
  }

  #noteFunction(lines: Lines, line: number): void {
    if (this.#showFunction && beginsFunction(lines, line)) this.#functionLine = lines.line(line);
  }

  #put(mark: number, lines: Lines, line: number): void {
    this.#hunk.push(mark);
    this.#hunk.append(lines.bytes, lines.start(line), lines.ends[line]);
    if (line === lines.count - 1 && !lines.isEnded(line)) this.#hunk.append(this.#unended);
  }
}
