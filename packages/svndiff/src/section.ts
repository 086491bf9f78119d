import { Cursor, readVarint, varintLength, writeVarint } from '@revstore/bytes';
import type { Codec } from '@revstore/compression';
import { svndiffError, svndiffErrors } from './errors.js';

/**
 * A section as it is stored: with zlib and LZ4 the original length and then the codec's bytes, else `section` itself.
 *
 * @param level 0..9, for zlib only.
 * @returns a new array, or `section` with codec `none`.
 */
export function encodeSection(section: Uint8Array, codec: Codec, level: number): Uint8Array {
  if (codec.svndiffVersion === 0) return section;
  return withLength(section.length, codec.encode(section, level));
}

/** {@link encodeSection} on other threads where the section is large. */
export async function encodeSectionAsync(
  section: Uint8Array,
  codec: Codec,
  level: number,
): Promise<Uint8Array> {
  if (codec.svndiffVersion === 0) return section;
  return withLength(section.length, await codec.encodeAsync(section, level));
}

/**
 * The original bytes of a stored section.
 *
 * @param limit most bytes that the original may have; checked before anything is allocated.
 * @returns a view of `stored` where it is raw, otherwise a new array.
 * @throws RevstoreError of kind `corrupt`.
 */
export function decodeSection(stored: Uint8Array, codec: Codec, limit: number): Uint8Array {
  const { length, bytes } = splitSection(stored, codec, limit);
  return codec.decode(bytes, length);
}

/** {@link decodeSection} on other threads where the section is large. */
export async function decodeSectionAsync(
  stored: Uint8Array,
  codec: Codec,
  limit: number,
): Promise<Uint8Array> {
  const { length, bytes } = splitSection(stored, codec, limit);
  return codec.decodeAsync(bytes, length);
}

function withLength(length: number, bytes: Uint8Array): Uint8Array {
  const stored = new Uint8Array(varintLength(length) + bytes.length);
  stored.set(bytes, writeVarint(stored, 0, length));
  return stored;
}

function splitSection(
  stored: Uint8Array,
  codec: Codec,
  limit: number,
): { length: number; bytes: Uint8Array } {
  const cursor = new Cursor(stored);
  const length = codec.svndiffVersion === 0 ? stored.length : originalLength(cursor);
  if (length > limit) throw invalidSection('size too large', { actual: length, limit });
  return { length, bytes: cursor.position === 0 ? stored : stored.subarray(cursor.position) };
}

function originalLength(cursor: Cursor): number {
  try {
    return readVarint(cursor);
  } catch {
    throw invalidSection('no size', {});
  }
}

function invalidSection(what: string, data: { actual?: number; limit?: number }): Error {
  return svndiffError(
    svndiffErrors.INVALID_SECTION,
    `Decompression of compressed data failed: ${what}`,
    data,
  );
}
