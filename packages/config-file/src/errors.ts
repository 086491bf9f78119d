import { defineErrorCodes } from '@revstore/errors';

/** Errors of this package, and of the meanings that other packages give to sections and keys. */
export const configErrors = defineErrorCodes({
  /** A line is not of the syntax. SVN_ERR_MALFORMED_FILE. */
  MALFORMED_CONFIG_FILE: ['invalid-input', 200002],
  /** A value is none of those that its option takes. SVN_ERR_BAD_CONFIG_VALUE. */
  BAD_CONFIG_VALUE: ['invalid-input', 125009],
  /** A number is malformed or out of range. SVN_ERR_INCORRECT_PARAMS. */
  BAD_NUMBER: ['invalid-input', 200004],
});
