import { Cursor, fnv1a, readVarint, varintLength, writeVarint } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import type { RepRow } from '../stored-reps/index.js';

/** Bytes of a key. */
const sha1Length = 20;
const checksumLength = 4;

/** Damage that would pass for a row must not get into a node-revision; the key's part finds rows that changed places. */
function checksum(sha1: Uint8Array, numbers: Uint8Array): number {
  const key = (sha1[0] << 24) | (sha1[1] << 16) | (sha1[2] << 8) | sha1[3];
  return (fnv1a(numbers) ^ key) >>> 0;
}

/**
 * The stored form of a row: revision, item index, size and expanded size as svndiff integers, and four bytes of checksum.
 *
 * @param sha1 the key, 20 bytes.
 * @throws TypeError for a key of another length.
 */
export function serializeRow(sha1: Uint8Array, row: RepRow): Uint8Array {
  if (sha1.length !== sha1Length) throw new TypeError(`a SHA-1 of ${sha1.length} bytes`);
  const numbers = [row.revision, row.itemIndex, row.size, row.expandedSize];
  let end = 0;
  for (const number of numbers) end += varintLength(number);
  const bytes = new Uint8Array(end + checksumLength);
  let at = 0;
  for (const number of numbers) at = writeVarint(bytes, at, number);
  const sum = checksum(sha1, bytes.subarray(0, end));
  for (let i = 0; i < checksumLength; i++) bytes[end + i] = sum >>> (24 - 8 * i);
  return bytes;
}

/** Parses what {@link serializeRow} made for the same key; `undefined` for anything else. */
export function parseRow(sha1: Uint8Array, bytes: Uint8Array): RepRow | undefined {
  const end = bytes.length - checksumLength;
  if (end < 0) return undefined;
  let sum = 0;
  for (let i = end; i < bytes.length; i++) sum = sum * 256 + bytes[i];
  if (sum !== checksum(sha1, bytes.subarray(0, end))) return undefined;
  const cursor = new Cursor(bytes, 0, end);
  try {
    const revision = readVarint(cursor);
    const itemIndex = readVarint(cursor);
    const size = readVarint(cursor);
    const expandedSize = readVarint(cursor);
    return cursor.remaining === 0 ? { revision, itemIndex, size, expandedSize } : undefined;
  } catch (error) {
    if (error instanceof RevstoreError) return undefined;
    throw error;
  }
}
