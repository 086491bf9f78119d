import { defineErrorCodes } from '@revstore/errors';

/** Errors of an export. */
export const exportErrors = defineErrorCodes({
  WC_OBSTRUCTED_UPDATE: ['already-exists', 155000],
  WC_NOT_WORKING_COPY: ['already-exists', 155007],
  /** An entry name that would lead out of its directory. */
  UNSAFE_NAME: ['corrupt', 160004],
});
