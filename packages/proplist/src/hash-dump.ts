import { compareUtf8, nameBytes } from '@revstore/bytes';
import { HashDumpScanner } from './scanner.js';

/** How a hash dump ends. */
export interface HashDumpOptions {
  /** The line that ends the dump: `END` in the store (the default), `PROPS-END` in dump streams; `null` for none. */
  readonly terminator?: string | null;
}

function terminatorOf(options: HashDumpOptions): string | undefined {
  return options.terminator === undefined ? 'END' : (options.terminator ?? undefined);
}

/**
 * Parses a hash dump, `K n\nname\nV n\nvalue\n` per entry and a terminator. Names become text by `nameText`; the order
 * of the file is kept, and of a name that occurs twice the last value counts. Bytes behind the terminator are
 * ignored, as in svn.
 *
 * @returns names to values; the values are views of `bytes`.
 * @throws RevstoreError `MALFORMED_HASH_DUMP` with `data.offset`.
 * @see structure#"Node-revision file format"
 */
export function parseHashDump(bytes: Uint8Array, options: HashDumpOptions = {}): Map<string, Uint8Array> {
  const terminator = terminatorOf(options);
  const scanner = new HashDumpScanner(bytes, 0, false);
  const entries = new Map<string, Uint8Array>();
  while (scanner.next(terminator)) entries.set(scanner.name, scanner.value!);
  return entries;
}

/**
 * Parses changes of a property list: entries as in {@link parseHashDump}, and `D n\nname\n` for a name that goes.
 *
 * @returns names to new values (views of `bytes`), `undefined` for a deletion.
 * @throws RevstoreError `MALFORMED_HASH_DUMP` with `data.offset`.
 * @see dump-load-format.txt "Prop-delta"
 */
export function parseHashChanges(
  bytes: Uint8Array,
  options: HashDumpOptions = {},
): Map<string, Uint8Array | undefined> {
  const terminator = terminatorOf(options);
  const scanner = new HashDumpScanner(bytes, 0, true);
  const changes = new Map<string, Uint8Array | undefined>();
  while (scanner.next(terminator)) changes.set(scanner.name, scanner.value);
  return changes;
}

/**
 * Parses the directory file of a transaction: a whole hash dump with its `END`, then changes up to the end of the
 * bytes, applied in order.
 *
 * @returns the names that remain and their values, views of `bytes`.
 * @throws RevstoreError `MALFORMED_HASH_DUMP` with `data.offset`.
 * @see structure#"Transaction layout"
 */
export function parseIncrementalHashDump(bytes: Uint8Array): Map<string, Uint8Array> {
  const scanner = new HashDumpScanner(bytes, 0, true);
  const entries = new Map<string, Uint8Array>();
  for (const terminator of ['END', undefined])
    while (scanner.next(terminator)) {
      if (scanner.value === undefined) entries.delete(scanner.name);
      else entries.set(scanner.name, scanner.value);
    }
  return entries;
}

/**
 * Serializes a property list in the caller's order; svn's own files are in the order of {@link sortedEntries}.
 *
 * @returns a new array.
 */
export function serializeHashDump(
  entries: Iterable<readonly [string, Uint8Array]>,
  options: HashDumpOptions = {},
): Uint8Array {
  return serializeHashChanges(entries, options);
}

/**
 * Serializes changes in the caller's order; `undefined` stands for a deletion. With `terminator: null` the result can
 * be appended to the directory file of a transaction.
 *
 * @returns a new array.
 */
export function serializeHashChanges(
  changes: Iterable<readonly [string, Uint8Array | undefined]>,
  options: HashDumpOptions = {},
): Uint8Array {
  const terminator = terminatorOf(options);
  const rows: { name: string | Uint8Array; length: number; value: Uint8Array | undefined }[] = [];
  let size = terminator === undefined ? 0 : terminator.length + 1;
  for (const [text, value] of changes) {
    const name = text.isWellFormed() ? text : nameBytes(text);
    const length = typeof name === 'string' ? Buffer.byteLength(name) : name.length;
    rows.push({ name, length, value });
    size += 4 + digits(length) + length;
    if (value !== undefined) size += 4 + digits(value.length) + value.length;
  }
  // Not from Buffer's pool: the array may be kept, and a small one would pin a whole pool.
  const bytes = Buffer.from(new ArrayBuffer(size));
  let at = 0;
  for (const { name, length, value } of rows) {
    at = writeLength(bytes, at, value === undefined ? 0x44 : 0x4b, length);
    if (typeof name === 'string') bytes.write(name, at, 'utf8');
    else bytes.set(name, at);
    at += length;
    bytes[at++] = 0x0a;
    if (value === undefined) continue;
    at = writeLength(bytes, at, 0x56, value.length);
    bytes.set(value, at);
    at += value.length;
    bytes[at++] = 0x0a;
  }
  if (terminator !== undefined) bytes.write(`${terminator}\n`, at, 'latin1');
  return new Uint8Array(bytes.buffer);
}

/** Entries of `map` in the order of their names' bytes, as svn writes them. */
export function sortedEntries<V>(map: ReadonlyMap<string, V>): [string, V][] {
  return [...map].sort((a, b) => compareUtf8(a[0], b[0]));
}

function digits(value: number): number {
  let n = 1;
  while (value >= 10) {
    value = Math.floor(value / 10);
    n++;
  }
  return n;
}

function writeLength(bytes: Uint8Array, at: number, letter: number, value: number): number {
  bytes[at] = letter;
  bytes[at + 1] = 0x20;
  const end = at + 2 + digits(value);
  for (let i = end - 1; i >= at + 2; i--) {
    bytes[i] = 0x30 + (value % 10);
    value = Math.floor(value / 10);
  }
  bytes[end] = 0x0a;
  return end + 1;
}
