import { parseStoredDate } from '@revstore/bytes';
import {
  closeTag,
  formatHumanDate,
  jsonLine,
  jsonPropertyValue,
  openTag,
  type Output,
} from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import type { BlameLine, BlameSource } from '@revstore/repository';
import { commitElement } from './lock-output.js';
import { repoErrors } from './repo-errors.js';

const BLOCK = 65_536;
const NEWLINE = Buffer.from('\n');
const NO_AUTHOR = '         -';
const NO_DATE = `${' '.repeat(43)}-`;

/** What is printed in front of lines. */
export interface BlameColumns {
  /** Characters of the revision. */
  readonly width: number;
  readonly verbose: boolean;
}

/** Prints lines with who is responsible for each, in columns. */
export class BlamePrinter {
  readonly #output: Output;
  readonly #columns: BlameColumns;
  readonly #merged: boolean;
  /** What was printed for a source; most lines have one that was printed before. */
  readonly #known = new Map<BlameSource, Buffer>();
  #parts: Uint8Array[] = [];
  #length = 0;

  /** @param merged whether lines tell from where they were merged. */
  constructor(output: Output, columns: BlameColumns, merged: boolean) {
    this.#output = output;
    this.#columns = columns;
    this.#merged = merged;
  }

  /** Prints a line; it ends at its first NUL. */
  print({ contents, source, mergedFrom }: BlameLine): void {
    if (this.#merged && mergedFrom) {
      const other = (mergedFrom.source?.revision ?? -1) < (source?.revision ?? -1);
      this.#add(Buffer.from(other ? 'G ' : '  '));
      this.#add(
        other
          ? formatColumns(mergedFrom.source, this.#columns, mergedFrom.path)
          : formatColumns(source, this.#columns),
      );
    } else this.#add(this.#columnsOf(source));
    const end = contents.indexOf(0);
    this.#add(end < 0 ? contents : contents.subarray(0, end));
    this.#add(NEWLINE);
    if (this.#length >= BLOCK) this.push();
  }

  /** Gives what is held to the output. */
  push(): void {
    if (this.#length === 0) return;
    this.#output.writeBytes(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
  }

  #columnsOf(source: BlameSource | undefined): Buffer {
    if (source === undefined) return formatColumns(source, this.#columns);
    let columns = this.#known.get(source);
    if (columns === undefined) this.#known.set(source, (columns = formatColumns(source, this.#columns)));
    return columns;
  }

  #add(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }
}

function humanDate({ date, revision }: BlameSource): string {
  const time = parseStoredDate(date!);
  if (time === undefined) throw new RevstoreError(repoErrors.BAD_DATE, 'Bogus date', { data: { revision } });
  return formatHumanDate(time);
}

/** Columns count bytes, as printf does. */
function formatColumns(
  source: BlameSource | undefined,
  { width, verbose }: BlameColumns,
  path?: string,
): Buffer {
  const revision = String(source?.revision ?? '-').padStart(width);
  const author = Buffer.from(source?.author ?? NO_AUTHOR);
  const shown = verbose ? author : author.subarray(0, 10);
  const padding = ' '.repeat(Math.max(0, 10 - shown.length));
  let rest = ' ';
  if (verbose) {
    rest += `${source?.date === undefined ? NO_DATE : humanDate(source)} `;
    if (path !== undefined) rest += `${path}${' '.repeat(Math.max(0, 14 - Buffer.byteLength(path)))} `;
  }
  return Buffer.concat([Buffer.from(`${revision} ${padding}`), shown, Buffer.from(rest)]);
}

function sourceElement(source: BlameSource | undefined): string {
  return source === undefined ? '' : commitElement(source.revision, source.author, source.date);
}

/** A line as an XML element. */
export function formatXmlBlame({ lineNumber, source, mergedFrom }: BlameLine): string {
  const merged =
    mergedFrom?.source === undefined
      ? ''
      : openTag('merged', { path: mergedFrom.path }) + sourceElement(mergedFrom.source) + closeTag('merged');
  return (
    openTag('entry', { 'line-number': String(lineNumber) }) +
    sourceElement(source) +
    merged +
    closeTag('entry')
  );
}

/** A line as one line of JSON. */
export function formatJsonBlame({ lineNumber, contents, source, mergedFrom }: BlameLine): string {
  return jsonLine({
    line: lineNumber,
    revision: source?.revision,
    author: source?.author,
    date: source?.date,
    text: jsonPropertyValue(contents),
    mergedFrom: mergedFrom && {
      path: mergedFrom.path,
      revision: mergedFrom.source?.revision,
      author: mergedFrom.source?.author,
      date: mergedFrom.source?.date,
    },
  });
}
