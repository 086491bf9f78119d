import { defineErrorCodes, type ErrorCode, type ErrorData, RevstoreError } from '@revstore/errors';

/** Errors of this package. */
export const svndiffErrors = defineErrorCodes({
  /** Not `SVN` and a version of 0, 1 or 2. SVN_ERR_SVNDIFF_INVALID_HEADER. */
  INVALID_SVNDIFF_HEADER: ['corrupt', 185000],
  /** A window header beyond the limits. SVN_ERR_SVNDIFF_CORRUPT_WINDOW. */
  CORRUPT_WINDOW: ['corrupt', 185001],
  /** A source view starts or ends before the one before it. SVN_ERR_SVNDIFF_BACKWARD_VIEW. */
  BACKWARD_VIEW: ['corrupt', 185002],
  /** Instructions that do not fit their window. SVN_ERR_SVNDIFF_INVALID_OPS. */
  INVALID_INSTRUCTIONS: ['corrupt', 185003],
  /** The document ends inside a header or a window. SVN_ERR_SVNDIFF_UNEXPECTED_END. */
  UNEXPECTED_END: ['corrupt', 185004],
  /** A section without a possible original length. SVN_ERR_SVNDIFF_INVALID_COMPRESSED_DATA. */
  INVALID_SECTION: ['corrupt', 185005],
});

export function svndiffError(row: ErrorCode, message: string, data?: ErrorData): RevstoreError {
  return new RevstoreError(row, message, data === undefined ? {} : { data });
}

export function unexpectedEnd(offset: number): RevstoreError {
  return svndiffError(svndiffErrors.UNEXPECTED_END, 'Unexpected end of svndiff input', { offset });
}

export function invalidInstruction(what: string): RevstoreError {
  return svndiffError(svndiffErrors.INVALID_INSTRUCTIONS, `Invalid diff stream: ${what}`);
}
