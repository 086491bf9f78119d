import { defineErrorCodes } from '@revstore/errors';

/** Errors of the handle of a repository. */
export const openErrors = defineErrorCodes({
  CLIENT_UNRELATED_RESOURCES: ['not-found', 195012],
  FS_GENERAL: ['corrupt', 160000],
  REPOS_BAD_ARGS: ['invalid-input', 165002],
});
