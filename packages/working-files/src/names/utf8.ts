import { isUtf8 } from 'node:buffer';
import { RevstoreError } from '@revstore/errors';
import { workingFileErrors } from '../errors.js';

/** Length in bytes of one valid character at `at`, or 0. Overlong forms, surrogates and anything above U+10FFFF are invalid. */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1] ?? 0;
  if (second < low || second > high) return 0;
  for (let i = 2; i < length; i++) {
    if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/**
 * How many bytes at the start of `bytes` are complete, valid UTF-8 characters.
 *
 * @returns a length in bytes, `bytes.length` if all of it is valid.
 */
export function validUtf8Length(bytes: Uint8Array): number {
  if (isUtf8(bytes)) return bytes.length;
  let at = 0;
  while (at < bytes.length) {
    const length = characterLength(bytes, at);
    if (length === 0) break;
    at += length;
  }
  return at;
}

function hex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += ` ${byte.toString(16).padStart(2, '0')}`;
  return text;
}

/** The error of bytes that are not UTF-8: it shows at most the last 24 valid bytes and the first 4 after them, as svn does. */
export function invalidUtf8(bytes: Uint8Array): RevstoreError {
  const valid = validUtf8Length(bytes);
  return new RevstoreError(
    workingFileErrors.NOT_UTF8,
    `Valid UTF-8 data\n(hex:${hex(bytes.subarray(Math.max(0, valid - 24), valid))})\n` +
      `followed by invalid UTF-8 sequence\n(hex:${hex(bytes.subarray(valid, valid + 4))})`,
    { data: { offset: valid } },
  );
}

/**
 * Decodes bytes that must be UTF-8.
 *
 * @throws RevstoreError NOT_UTF8 (E000022) as {@link invalidUtf8} makes it.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isUtf8(view)) throw invalidUtf8(bytes);
  return view.toString('utf8');
}

/**
 * Decodes a directory entry's name as `readdir` with `encoding: 'buffer'` gives it.
 *
 * svn decodes every name of a directory before it looks at any of them, so one bad name refuses the directory.
 *
 * @param directory the directory's path, for the message.
 * @throws RevstoreError NOT_UTF8 (E000022) with a cause that shows the bytes.
 */
export function decodeEntryName(name: Uint8Array, directory: string): string {
  try {
    return decodeUtf8(name);
  } catch (cause) {
    throw new RevstoreError(
      workingFileErrors.NOT_UTF8,
      `Error converting entry in directory '${directory}' to UTF-8`,
      { data: { path: directory }, cause },
    );
  }
}
