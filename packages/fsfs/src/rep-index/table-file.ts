import { Cursor, readPackedUint } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { crc32c } from './crc32c.js';

const footerLength = 48;
const magic = 0xdb4775248b80fb57n;
/** Behind each block: how it is compressed, and the checksum. */
const trailerLength = 5;
const checksumMask = 0xa282ead8;

/** Where a block is in its file, without its trailer. */
interface BlockPlace {
  readonly offset: number;
  readonly size: number;
}

/**
 * Whether each block of a table file of LevelDB has the checksum that stands behind it. LevelDB does not look, and what it
 * then does with wrong bytes may end the process.
 *
 * @see LevelDB doc/table_format.md
 */
export function isIntactTable(bytes: Uint8Array): boolean {
  if (bytes.length < footerLength) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getBigUint64(bytes.length - 8, true) !== magic) return false;
  try {
    const footer = new Cursor(bytes, bytes.length - footerLength, bytes.length - 8);
    const others = readPlace(footer);
    const index = readPlace(footer);
    if (!isIntact(view, others) || !isIntact(view, index)) return false;
    return [...placesIn(view, others), ...placesIn(view, index)].every((place) => isIntact(view, place));
  } catch (error) {
    if (error instanceof RevstoreError) return false;
    throw error;
  }
}

function readPlace(cursor: Cursor): BlockPlace {
  return { offset: readPackedUint(cursor), size: readPackedUint(cursor) };
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

function isIntact(view: DataView, { offset, size }: BlockPlace): boolean {
  const end = offset + size + trailerLength;
  if (!(end <= view.byteLength - footerLength)) return false;
  const masked = view.getUint32(end - 4, true);
  const rotated = (masked - checksumMask) >>> 0;
  const expected = ((rotated >>> 17) | (rotated << 15)) >>> 0;
  return crc32c(bytesOf(view), offset, end - 4) === expected;
}

/** The places that the entries of an index block name: an entry is a key, in part that of the one before, and a value. */
function* placesIn(view: DataView, { offset, size }: BlockPlace): Generator<BlockPlace> {
  const restarts = view.getUint32(offset + size - 4, true);
  const entries = new Cursor(bytesOf(view), offset, offset + size - 4 * (restarts + 1));
  while (entries.remaining > 0) {
    readPackedUint(entries);
    const keyLength = readPackedUint(entries);
    const valueLength = readPackedUint(entries);
    entries.skip(keyLength);
    yield readPlace(new Cursor(entries.take(valueLength)));
  }
}
