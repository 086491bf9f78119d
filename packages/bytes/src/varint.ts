import type { Cursor } from './cursor.js';
import { corruptBytes } from './errors.js';

/**
 * The two variable-length integers of a repository. Both carry seven bits a byte with the top bit as continuation;
 * svndiff stores the high-order bits first, the indexes the low-order bits first. Values are limited to 2^53 - 1.
 */

/** Most bytes that either form takes for a value of up to 64 bits. */
export const maxVarintLength = 10;

/** Bytes that either form needs for `value`, 0 <= value < 2^53. */
export function varintLength(value: number): number {
  let n = 1;
  while (value >= 128) {
    value = Math.floor(value / 128);
    n++;
  }
  return n;
}

/**
 * Reads an svndiff integer, high-order bits first.
 *
 * @throws RevstoreError `TRUNCATED` at the end of data or above 2^53 - 1.
 * @see notes/svndiff "variable-length format"
 */
export function readVarint(cursor: Cursor): number {
  const start = cursor.position;
  let value = 0;
  for (let i = 0; i < maxVarintLength; i++) {
    const b = cursor.byte();
    value = value * 128 + (b & 0x7f);
    if (value > Number.MAX_SAFE_INTEGER) break;
    if (b < 0x80) return value;
  }
  throw corruptBytes('integer too large', start);
}

/** Writes an svndiff integer at `position`; returns the position after it. */
export function writeVarint(target: Uint8Array, position: number, value: number): number {
  const end = position + varintLength(value);
  let high = 0;
  for (let i = end - 1; i >= position; i--) {
    target[i] = (value % 128) | high;
    value = Math.floor(value / 128);
    high = 0x80;
  }
  return end;
}

/**
 * Reads an unsigned index integer, low-order bits first.
 *
 * @throws RevstoreError `TRUNCATED` at the end of data or above 2^53 - 1.
 * @see structure-indexes "Encoding"
 */
export function readPackedUint(cursor: Cursor): number {
  const start = cursor.position;
  let value = 0;
  let scale = 1;
  for (let i = 0; i < maxVarintLength; i++) {
    const b = cursor.byte();
    value += (b & 0x7f) * scale;
    if (value > Number.MAX_SAFE_INTEGER) break;
    if (b < 0x80) return value;
    scale *= 128;
  }
  throw corruptBytes('integer too large', start);
}

/** Reads a signed index integer: even values are 2x, odd ones -2x - 1. */
export function readPackedInt(cursor: Cursor): number {
  const value = readPackedUint(cursor);
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/** Writes an unsigned index integer at `position`; returns the position after it. */
export function writePackedUint(target: Uint8Array, position: number, value: number): number {
  while (value >= 128) {
    target[position++] = (value % 128) | 0x80;
    value = Math.floor(value / 128);
  }
  target[position++] = value;
  return position;
}

/** Writes a signed index integer, |value| < 2^52, at `position`; returns the position after it. */
export function writePackedInt(target: Uint8Array, position: number, value: number): number {
  return writePackedUint(target, position, value >= 0 ? value * 2 : -value * 2 - 1);
}
