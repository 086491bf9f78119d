import { defineErrorCodes } from '@revstore/errors';

/** Errors of the client's subcommands; the numbers are Subversion's. */
export const repoErrors = defineErrorCodes({
  /** Bytes of a character set that is not known. EINVAL. */
  NOT_ASCII: ['invalid-input', 22],
  BAD_FILENAME: ['invalid-input', 125001],
  BAD_DATE: ['corrupt', 125003],
  NODE_UNKNOWN_KIND: ['not-found', 145000],
  ENTRY_NOT_FOUND: ['not-found', 150000],
  WC_OBSTRUCTED_UPDATE: ['already-exists', 155000],
  FS_PATH_SYNTAX: ['invalid-input', 160005],
  FS_NOT_FOUND: ['not-found', 160013],
  FS_NOT_FILE: ['invalid-input', 160017],
  FS_NOT_DIRECTORY: ['invalid-input', 160016],
  FS_ALREADY_EXISTS: ['already-exists', 160020],
  FS_TXN_OUT_OF_DATE: ['conflict', 160028],
  RA_ILLEGAL_URL: ['not-found', 170000],
  CLIENT_IS_BINARY_FILE: ['invalid-input', 195004],
  CLIENT_IS_DIRECTORY: ['invalid-input', 195007],
  CLIENT_REVISION_AUTHOR_CONTAINS_NEWLINE: ['invalid-input', 195010],
  CLIENT_PROPERTY_NAME: ['invalid-input', 195011],
  CLIENT_UNRELATED_RESOURCES: ['not-found', 195012],
  CLIENT_MISSING_LOCK_TOKEN: ['not-found', 195013],
  BASE: ['io', 200000],
  UNSUPPORTED_FEATURE: ['unsupported', 200007],
  EXTERNAL_PROGRAM: ['io', 200012],
  PROPERTY_NOT_FOUND: ['not-found', 200017],
  CL_LOG_MESSAGE_IS_PATHNAME: ['invalid-input', 205005],
  CL_BAD_LOG_MESSAGE: ['invalid-input', 205008],
});
