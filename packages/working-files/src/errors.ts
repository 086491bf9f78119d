import { defineErrorCodes } from '@revstore/errors';

/** Errors of this package; the numbers are Subversion's. */
export const workingFileErrors = defineErrorCodes({
  /** A name whose bytes are not UTF-8 (the C library's EINVAL). */
  NOT_UTF8: ['invalid-input', 22],
  IO_INCONSISTENT_EOL: ['invalid-input', 135000],
  IO_UNKNOWN_EOL: ['invalid-input', 135001],
  FS_PATH_SYNTAX: ['invalid-input', 160005],
  CL_ARG_PARSING_ERROR: ['invalid-input', 205000],
});
