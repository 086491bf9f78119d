import { defineErrorCodes } from '@revstore/errors';

/** Errors of an import. */
export const importErrors = defineErrorCodes({
  /** A pipe, device or socket; or a file without a name of its own in the repository. */
  NODE_UNKNOWN_KIND: ['invalid-input', 145000],
  ENTRY_EXISTS: ['already-exists', 150002],
  /** `.svn` as the name of the target. */
  ADM_DIR_RESERVED: ['invalid-input', 205003],
});
