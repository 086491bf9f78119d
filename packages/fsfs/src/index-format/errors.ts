import { defineErrorCodes, RevstoreError, type ErrorCode, type ErrorData } from '@revstore/errors';

/** Errors of the index codecs, each with Subversion's number. */
export const indexErrors = defineErrorCodes({
  /** The footer contradicts the file. SVN_ERR_FS_CORRUPT. */
  INDEX_FOOTER_CORRUPT: ['corrupt', 160004],
  /** A number in the footer is none or out of range. SVN_ERR_INCORRECT_PARAMS. */
  INDEX_FOOTER_NUMBER: ['corrupt', 200004],
  /** A checksum in the footer is not hexadecimal. SVN_ERR_BAD_CHECKSUM_PARSE. */
  INDEX_FOOTER_CHECKSUM: ['corrupt', 125012],
  /** An index contradicts itself or its file. SVN_ERR_FS_INDEX_CORRUPTION. */
  INDEX_CORRUPT: ['corrupt', 160054],
  /** The index covers other revisions. SVN_ERR_FS_INDEX_REVISION. */
  INDEX_REVISION: ['corrupt', 160055],
  /** An item index or offset lies beyond what the index covers. SVN_ERR_FS_INDEX_OVERFLOW. */
  INDEX_OVERFLOW: ['corrupt', 160056],
});

/** What the errors of one index say about where they happened. */
export interface IndexLocation {
  /** Name of the rev or pack file, for messages. */
  readonly file?: string | undefined;
  /** First revision of the rev or pack file. */
  readonly firstRevision: number;
}

/** An error of the index at `where`; `data` adds to file and revision. */
export function indexError(
  where: IndexLocation,
  message: string,
  row: ErrorCode = indexErrors.INDEX_CORRUPT,
  data: ErrorData = {},
): RevstoreError {
  const file = where.file === undefined ? {} : { file: where.file };
  return new RevstoreError(row, message, { data: { ...file, revision: where.firstRevision, ...data } });
}
