import { defineErrorCodes, RevstoreError } from '@revstore/errors';

/** Errors of this package. */
export const bytesErrors = defineErrorCodes({
  /** Bytes end early or an integer has no valid form. SVN_ERR_FS_CORRUPT. */
  TRUNCATED: ['corrupt', 160004],
});

export function corruptBytes(message: string, offset: number): RevstoreError {
  return new RevstoreError(bytesErrors.TRUNCATED, message, { data: { offset } });
}
