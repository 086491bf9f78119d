import { defineErrorCodes } from '@revstore/errors';

/** Errors of the administration's subcommands; the numbers are Subversion's. */
export const repoadminErrors = defineErrorCodes({
  FS_UNKNOWN_FS_TYPE: ['unsupported', 160033],
  INCORRECT_PARAMS: ['invalid-input', 200004],
  BAD_PROPERTY_VALUE: ['invalid-input', 125005],
  BAD_PROPERTY_VALUE_EOL: ['invalid-input', 125017],
});
