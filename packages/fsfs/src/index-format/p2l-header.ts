import { indexError } from './errors.js';
import { isPowerOfTwo, openPackedHeader, type IndexSource } from './packed-numbers.js';

export const p2lPrefix = 'P2L-INDEX\n';

/** The table at the start of a p2l index. */
export interface P2lHeader {
  readonly firstRevision: number;
  /** Bytes of the file in front of its indexes. */
  readonly fileSize: number;
  /** Bytes of the file that one page describes, a power of two. */
  readonly pageSize: number;
  readonly pageCount: number;
  /** Per page the start of its description in bytes from the start of the file; one more number at the end. */
  readonly pageOffsets: Float64Array;
}

/** Where a p2l index lies and how long the part of the file is that it describes. */
export interface P2lSource extends IndexSource {
  /** Bytes of the file in front of its indexes: the start of the l2p index. */
  readonly fileSize: number;
}

/**
 * Reads the header of a p2l index.
 *
 * @throws RevstoreError `INDEX_CORRUPT`.
 * @see structure-indexes "Phys-to-log index"
 */
export function parseP2lHeader(source: P2lSource): P2lHeader {
  const reader = openPackedHeader(source, p2lPrefix);
  const fail = (message: string) => indexError(source, message);
  const firstRevision = reader.uint();
  if (firstRevision !== source.firstRevision)
    throw fail('Index rev / pack file revision numbers do not match');
  const fileSize = reader.uint();
  if (fileSize !== source.fileSize) throw fail('Index offset and rev / pack file size do not match');
  const pageSize = reader.uint();
  if (!isPowerOfTwo(pageSize)) throw fail('P2L index page size is not a power of two');
  const pageCount = reader.uint();
  // A page takes a byte of the header at least: this bounds what is allocated below.
  if (
    pageCount === 0 ||
    pageCount !== Math.ceil(fileSize / pageSize) ||
    pageCount > source.end - reader.position
  )
    throw fail('P2L page count does not match rev / pack file size');

  const pageOffsets = new Float64Array(pageCount + 1);
  for (let i = 0; i < pageCount; i++) pageOffsets[i + 1] = pageOffsets[i] + reader.uint();
  const start = reader.position;
  for (let i = 0; i <= pageCount; i++) pageOffsets[i] += start;
  return { firstRevision, fileSize, pageSize, pageCount, pageOffsets };
}
