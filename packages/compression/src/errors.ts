import { defineErrorCodes, RevstoreError } from '@revstore/errors';

/** Errors of this package. */
export const compressionErrors = defineErrorCodes({
  /** A section's original length is impossible or not what its bytes decode to. SVN_ERR_SVNDIFF_INVALID_COMPRESSED_DATA. */
  INVALID_COMPRESSED_DATA: ['corrupt', 185005],
  /** Bytes are not a whole zlib stream. SVN_ERR_STREAM_MALFORMED_DATA. */
  MALFORMED_ZLIB_DATA: ['corrupt', 140001],
  /** Bytes are not an LZ4 block. SVN_ERR_LZ4_DECOMPRESSION_FAILED. */
  MALFORMED_LZ4_DATA: ['corrupt', 200046],
});

export function wrongLength(expected: number, actual: number): RevstoreError {
  return new RevstoreError(
    compressionErrors.INVALID_COMPRESSED_DATA,
    'Size of uncompressed data does not match stored original length',
    { data: { expected, actual } },
  );
}

export function impossibleLength(originalLength: number, storedLength: number): RevstoreError {
  return new RevstoreError(
    compressionErrors.INVALID_COMPRESSED_DATA,
    'Decompression of compressed data failed: size too large',
    { data: { originalLength, storedLength } },
  );
}

export function malformedZlib(cause?: unknown): RevstoreError {
  return new RevstoreError(
    compressionErrors.MALFORMED_ZLIB_DATA,
    'zlib (uncompress): corrupt data: Decompression of svndiff data failed',
    { cause },
  );
}

export function malformedLz4(cause?: unknown): RevstoreError {
  return new RevstoreError(compressionErrors.MALFORMED_LZ4_DATA, 'LZ4 decompression failed', { cause });
}
