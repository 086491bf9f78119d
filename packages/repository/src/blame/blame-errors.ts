import { defineErrorCodes } from '@revstore/errors';

/** Errors of blame. */
export const blameErrors = defineErrorCodes({
  FS_NOT_FOUND: ['not-found', 160013],
  FS_NOT_FILE: ['invalid-input', 160017],
  CLIENT_IS_BINARY_FILE: ['invalid-input', 195004],
  UNSUPPORTED_FEATURE: ['unsupported', 200007],
});
