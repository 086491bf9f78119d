import { itemIndexes, itemTypes } from './item-types.js';
import type { P2lEntries } from './p2l-entries.js';
import { isPowerOfTwo, PackedWriter } from './packed-numbers.js';
import { p2lPrefix } from './p2l-header.js';

/** What {@link serializeP2lIndex} writes. */
export interface P2lContents {
  readonly firstRevision: number;
  /** Bytes of the file in front of its indexes; the entries cover exactly these. */
  readonly fileSize: number;
  /** Bytes of the file that one page describes, a power of two: `p2l-page-size` of fsfs.conf, times 1024. */
  readonly pageSize: number;
  /** Sections from offset 0 without gap or overlap; offsets and sizes below 2^52, item indexes below 2^48. */
  readonly entries: P2lEntries;
}

/**
 * A p2l index, the same bytes as Subversion's.
 *
 * @throws TypeError for a page size that is no power of two, no entries, entries that do not cover the file exactly
 * once, or an entry that no reader accepts.
 * @see structure-indexes "Phys-to-log index"
 */
export function serializeP2lIndex(contents: P2lContents): Uint8Array {
  const { firstRevision, fileSize, pageSize, entries } = contents;
  if (!isPowerOfTwo(pageSize)) throw new TypeError(`${pageSize} is no size of a p2l page`);
  if (!(fileSize > 0) || entries.end !== fileSize)
    throw new TypeError(`p2l entries end at ${entries.end}, the file at ${fileSize}`);

  const pageTable = new PackedWriter();
  const pages = new PackedWriter(Math.min(0x10000, 64 + entries.length * 10));
  let pageCount = 0;
  let pageEnd = pageSize;
  let pageStartLength = 0;
  let newPage = true;
  let lastRevision = firstRevision;
  let lastCompound = 0;

  const write = (
    offset: number,
    size: number,
    compound: number,
    revision: number,
    checksum: number,
  ): void => {
    // An entry is described in the page that it ends in.
    while (offset + size > pageEnd) {
      pageTable.uint(pages.length - pageStartLength);
      pageCount++;
      pageStartLength = pages.length;
      pageEnd += pageSize;
      newPage = true;
    }
    if (newPage) {
      pages.uint(offset);
      lastRevision = firstRevision;
      lastCompound = 0;
      newPage = false;
    }
    pages.uint(size);
    pages.int(compound - lastCompound);
    pages.int(revision - lastRevision);
    pages.uint(checksum);
    lastRevision = revision;
    lastCompound = compound;
  };

  let end = 0;
  for (let i = 0; i < entries.length; i++) {
    const offset = entries.offsetAt(i);
    if (offset !== end) throw new TypeError(`p2l entry at ${offset} after one that ends at ${end}`);
    const size = entries.sizeAt(i);
    const type = entries.typeAt(i);
    const itemIndex = entries.itemIndexAt(i);
    const checksum = entries.checksumAt(i);
    if (type > itemTypes.changes || !(size >= 0 && itemIndex >= 0))
      throw new TypeError(`invalid p2l entry at ${offset}`);
    if (type === itemTypes.changes && itemIndex !== itemIndexes.changes)
      throw new TypeError(`changes at ${offset} are item ${itemIndex}`);
    if (type === itemTypes.unused && (itemIndex !== itemIndexes.unused || checksum !== 0))
      throw new TypeError(`unused section at ${offset} has an item or a checksum`);
    const revision = entries.revisionAt(i);
    write(offset, size, itemIndex * 8 + type, revision < 0 ? firstRevision : revision, checksum);
    end = offset + size;
  }
  // Subversion fills the last page up with an unused entry of the last revision, even where its size is 0.
  write(end, Math.ceil(end / pageSize) * pageSize - end, 0, lastRevision, 0);
  pageTable.uint(pages.length - pageStartLength);
  pageCount++;

  const index = new PackedWriter(p2lPrefix.length + 40 + pageTable.length + pages.length);
  index.text(p2lPrefix);
  index.uint(firstRevision);
  index.uint(fileSize);
  index.uint(pageSize);
  index.uint(pageCount);
  index.bytes(pageTable.view());
  index.bytes(pages.view());
  return index.view();
}
