import { defineErrorCodes } from '@revstore/errors';

/** Errors of making a repository. */
export const createErrors = defineErrorCodes({
  /** There is a repository, here or above. SVN_ERR_REPOS_BAD_ARGS. */
  REPOSITORY_EXISTS: ['already-exists', 165002],
  DIRECTORY_NOT_EMPTY: ['already-exists', 200011],
  /** A version that this or any release cannot write for. SVN_ERR_UNSUPPORTED_FEATURE. */
  UNSUPPORTED_VERSION: ['unsupported', 200007],
  MALFORMED_VERSION: ['invalid-input', 200037],
  /** SVN_ERR_CL_ARG_PARSING_ERROR. */
  NEEDS_BERKELEY_DB: ['unsupported', 205000],
});
