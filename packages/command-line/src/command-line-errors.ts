import { defineErrorCodes, RevstoreError, type ErrorCode } from '@revstore/errors';

/** Errors of the command line; the numbers are Subversion's. */
export const commandLineErrors = defineErrorCodes({
  BAD_URL: ['invalid-input', 125002],
  CLIENT_BAD_REVISION: ['invalid-input', 195002],
  CLIENT_REVISION_RANGE: ['invalid-input', 195008],
  INCORRECT_PARAMS: ['invalid-input', 200004],
  ILLEGAL_TARGET: ['invalid-input', 200009],
  CANCELLED: ['invalid-input', 200015],
  RESERVED_FILENAME_SPECIFIED: ['invalid-input', 200025],
  CL_ARG_PARSING_ERROR: ['invalid-input', 205000],
  CL_INSUFFICIENT_ARGS: ['invalid-input', 205001],
  CL_MUTUALLY_EXCLUSIVE_ARGS: ['invalid-input', 205002],
});

/** What an error says that was given no words of its own. */
const defaultMessages = new Map<ErrorCode, string>([
  [commandLineErrors.CLIENT_REVISION_RANGE, 'Revision range is not allowed'],
  [commandLineErrors.ILLEGAL_TARGET, 'Illegal target for the requested operation'],
  [commandLineErrors.CL_ARG_PARSING_ERROR, 'Error parsing arguments'],
  [commandLineErrors.CL_INSUFFICIENT_ARGS, 'Not enough arguments provided'],
]);

/**
 * An error of the command line.
 *
 * @param message default what Subversion says of the code.
 */
export function commandLineError(
  code: keyof typeof commandLineErrors,
  message?: string,
  cause?: unknown,
): RevstoreError {
  const row = commandLineErrors[code];
  return new RevstoreError(row, message ?? defaultMessages.get(row) ?? code, { cause });
}

/** An argument that cannot be understood (E205000). */
export function argumentError(message?: string, cause?: unknown): RevstoreError {
  return commandLineError('CL_ARG_PARSING_ERROR', message, cause);
}
