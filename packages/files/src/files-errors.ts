import {
  defineErrorCodes,
  isSystemError,
  RevstoreError,
  systemError,
  type ErrorData,
} from '@revstore/errors';

/** Error codes of this package; a failed system call carries its errno's name (`ENOENT`) instead. */
export const filesErrors = defineErrorCodes({
  /** A file ended before the bytes that were asked for. */
  UNEXPECTED_END: ['corrupt', 70014],
  /** This system has no lock that Subversion honours, so nothing may be written. */
  LOCKS_UNAVAILABLE: ['unsupported', 200007],
});

/**
 * An outer error in Subversion's words around a failed system call: same code, kind and number, with the inner
 * error as its cause.
 *
 * @param message the whole message, for example `Can't write '/r/db/current' atomically`.
 */
export function wrapError(error: unknown, message: string, data: ErrorData = {}): unknown {
  const inner = isSystemError(error) ? systemError(error, message, data) : error;
  if (!(inner instanceof RevstoreError)) return error;
  return new RevstoreError({ code: inner.code, kind: inner.kind, svn: inner.svnCode }, message, {
    data,
    cause: inner,
  });
}
