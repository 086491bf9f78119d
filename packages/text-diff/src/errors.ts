import { defineErrorCodes } from '@revstore/errors';

/** Errors of this package. */
export const textDiffErrors = defineErrorCodes({
  /** A number that is none. SVN_ERR_INCORRECT_PARAMS. */
  INCORRECT_PARAMS: ['invalid-input', 200004],
  /** An option of `-x` that is unknown. SVN_ERR_INVALID_DIFF_OPTION. */
  INVALID_DIFF_OPTION: ['invalid-input', 200016],
});
