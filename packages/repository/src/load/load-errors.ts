import { defineErrorCodes, RevstoreError } from '@revstore/errors';

/** Errors of loads; the numbers are Subversion's. */
export const loadErrors = defineErrorCodes({
  STREAM_MALFORMED_DATA: ['corrupt', 140001],
  STREAM_UNRECOGNIZED_DATA: ['corrupt', 140002],
  CHECKSUM_MISMATCH: ['corrupt', 200014],
  /** A digest in a header is none. */
  BAD_CHECKSUM_PARSE: ['corrupt', 125012],
  /** A delta refers to more than its base has. */
  INCOMPLETE_DATA: ['corrupt', 200003],
  IO_INCONSISTENT_EOL: ['invalid-input', 135000],
  MERGEINFO_PARSE_ERROR: ['invalid-input', 200020],
  /** Revisions of mergeinfo that come to nothing. */
  ASSERTION_FAIL: ['corrupt', 235000],
  REVNUM_PARSE_FAILURE: ['invalid-input', 200022],
  POST_COMMIT_HOOK_FAILED: ['denied', 165007],
});

/** Two digests that should be equal, as Subversion tells it. */
export function checksumMismatch(message: string, expected: string, actual: string): RevstoreError {
  return new RevstoreError(
    loadErrors.CHECKSUM_MISMATCH,
    `${message}:\n   expected:  ${expected}\n     actual:  ${actual}\n`,
    { data: { expected, actual } },
  );
}
