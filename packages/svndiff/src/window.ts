import { type Cursor, maxVarintLength, readVarint } from '@revstore/bytes';
import { svndiffError, svndiffErrors, unexpectedEnd } from './errors.js';

/** Most bytes of a source view and of a target view; the length at which svn cuts texts. */
export const windowSize = 102_400;

/** Most bytes of a decoded instructions section: one-byte copies with both integers at their longest. */
export const maximumInstructionsLength = windowSize * (2 * maxVarintLength + 1);

/** Most bytes of a stored new-data section; versions 1 and 2 put its original length before it. */
const maximumStoredDataLength = windowSize + maxVarintLength;

/** A window with its sections decoded. Lengths and offsets are in bytes. */
export interface Window {
  /** Where the source view starts in the source text. */
  readonly sourceOffset: number;
  readonly sourceLength: number;
  readonly targetLength: number;
  readonly instructions: Uint8Array;
  readonly newData: Uint8Array;
}

/** The five integers before a window's sections. */
export interface WindowHeader {
  readonly sourceOffset: number;
  readonly sourceLength: number;
  readonly targetLength: number;
  /** Stored length of the instructions section. */
  readonly instructionsLength: number;
  /** Stored length of the new-data section. */
  readonly newDataLength: number;
}

/** Where a window is in the bytes of its cursor. */
export interface WindowLocation {
  readonly header: WindowHeader;
  /** Position of the window's header. */
  readonly start: number;
  /** Position behind its last section. */
  readonly end: number;
}

/**
 * Reads a window's header and checks it against the limits of the format.
 *
 * @throws RevstoreError `CORRUPT_WINDOW` or `UNEXPECTED_END`.
 * @see notes/svndiff
 */
export function parseWindowHeader(cursor: Cursor): WindowHeader {
  const sourceOffset = readInteger(cursor);
  const sourceLength = readInteger(cursor);
  const targetLength = readInteger(cursor);
  const instructionsLength = readInteger(cursor);
  const newDataLength = readInteger(cursor);
  if (
    targetLength > windowSize ||
    sourceLength > windowSize ||
    newDataLength > maximumStoredDataLength ||
    instructionsLength > maximumInstructionsLength
  )
    throw svndiffError(svndiffErrors.CORRUPT_WINDOW, 'Svndiff contains a too-large window');
  if (sourceOffset + sourceLength > Number.MAX_SAFE_INTEGER) throw corruptHeader();
  return { sourceOffset, sourceLength, targetLength, instructionsLength, newDataLength };
}

/**
 * Passes over a window without decoding it.
 *
 * @throws RevstoreError `CORRUPT_WINDOW` or `UNEXPECTED_END`.
 */
export function skipWindow(cursor: Cursor): WindowLocation {
  const start = cursor.position;
  const header = parseWindowHeader(cursor);
  takeSection(cursor, header.instructionsLength + header.newDataLength);
  return { header, start, end: cursor.position };
}

/** The next `length` bytes, as a view. */
export function takeSection(cursor: Cursor, length: number): Uint8Array {
  if (length > cursor.remaining) throw unexpectedEnd(cursor.end);
  return cursor.take(length);
}

function readInteger(cursor: Cursor): number {
  try {
    return readVarint(cursor);
  } catch {
    throw cursor.remaining === 0 ? unexpectedEnd(cursor.end) : corruptHeader();
  }
}

function corruptHeader(): Error {
  return svndiffError(svndiffErrors.CORRUPT_WINDOW, 'Svndiff contains corrupt window header');
}
