/**
 * The one error class of Revstore.
 *
 * An error carries a stable `code`, a broad `kind` to branch on, Subversion's number (the `E160013` of its messages)
 * and plain `data`. Messages may change between releases; codes and kinds do not. Causes form Subversion's error
 * chain, outermost first.
 */
import { getSystemErrorMap } from 'node:util';

/** What sort of trouble an error is; the part of an error that programs branch on. */
export type ErrorKind =
  | 'not-found'
  | 'already-exists'
  | 'corrupt'
  | 'unsupported'
  | 'conflict'
  | 'invalid-input'
  | 'busy'
  | 'denied'
  | 'io';

/** One row of a package's error table. */
export interface ErrorCode {
  /** Stable name, upper case with underscores. */
  readonly code: string;
  readonly kind: ErrorKind;
  /** Subversion's `apr_err` value, or the system's errno for a failed system call. */
  readonly svn: number;
}

/**
 * Declares a package's error table: `defineErrorCodes({ FS_NOT_FOUND: ['not-found', 160013] })`.
 *
 * @returns the same keys with complete {@link ErrorCode} rows.
 */
export function defineErrorCodes<const T extends Record<string, readonly [ErrorKind, number]>>(
  table: T,
): { readonly [K in keyof T]: ErrorCode } {
  return Object.fromEntries(
    Object.entries(table).map(([code, [kind, svn]]) => [code, { code, kind, svn }]),
  ) as unknown as { readonly [K in keyof T]: ErrorCode };
}

/** Facts about an error; a corruption names file, revision, offset (bytes), expected and actual where known. */
export interface ErrorData {
  readonly path?: string;
  readonly file?: string;
  readonly revision?: number;
  readonly offset?: number;
  readonly expected?: string | number;
  readonly actual?: string | number;
  readonly [name: string]: unknown;
}

/** Every failure that is not a programmer's misuse (those are TypeErrors) or an abort (the signal's own reason). */
export class RevstoreError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  /** Subversion's `apr_err` value, printed as `E` and six digits. */
  readonly svnCode: number;
  readonly data: ErrorData;

  constructor(row: ErrorCode, message: string, options: { data?: ErrorData; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'RevstoreError';
    this.code = row.code;
    this.kind = row.kind;
    this.svnCode = row.svn;
    this.data = options.data ?? {};
  }
}

const errnoKinds: Readonly<Record<string, ErrorKind>> = {
  ENOENT: 'not-found',
  EEXIST: 'already-exists',
  ENOTEMPTY: 'already-exists',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  EBUSY: 'busy',
  EAGAIN: 'busy',
  EWOULDBLOCK: 'busy',
};

/** What the C library says of an errno, where Node's own words differ from it. */
const errnoTexts: Readonly<Record<string, string>> = {
  EPERM: 'Operation not permitted',
  ENOENT: 'No such file or directory',
  EIO: 'Input/output error',
  EBADF: 'Bad file descriptor',
  EAGAIN: 'Resource temporarily unavailable',
  ENOMEM: 'Cannot allocate memory',
  EACCES: 'Permission denied',
  EBUSY: 'Device or resource busy',
  EEXIST: 'File exists',
  EXDEV: 'Invalid cross-device link',
  ENOTDIR: 'Not a directory',
  EISDIR: 'Is a directory',
  EINVAL: 'Invalid argument',
  ENFILE: 'Too many open files in system',
  EMFILE: 'Too many open files',
  EFBIG: 'File too large',
  ENOSPC: 'No space left on device',
  EROFS: 'Read-only file system',
  EPIPE: 'Broken pipe',
  ENAMETOOLONG: 'File name too long',
  ENOTEMPTY: 'Directory not empty',
  ELOOP: 'Too many levels of symbolic links',
  EDQUOT: 'Disk quota exceeded',
  ENOLCK: 'No locks available',
};

function errnoText({ code, errno }: { code: string; errno: number }): string {
  return errnoTexts[code] ?? getSystemErrorMap().get(errno)?.[1] ?? code;
}

/** Whether `error` is a failed system call as Node reports one. */
export function isSystemError(
  error: unknown,
): error is NodeJS.ErrnoException & { code: string; errno: number } {
  return (
    error instanceof Error &&
    typeof (error as NodeJS.ErrnoException).code === 'string' &&
    typeof (error as NodeJS.ErrnoException).errno === 'number'
  );
}

/**
 * A system error in Subversion's words: `Can't open file '/r/format': No such file or directory`, with the errno as
 * `svnCode` (printed E000002). Anything that is not a system error is returned as it is.
 *
 * @param what the phrase before the colon, without it.
 */
export function systemError(error: unknown, what: string, data: ErrorData = {}): unknown {
  if (!isSystemError(error)) return error;
  const row: ErrorCode = {
    code: error.code,
    kind: errnoKinds[error.code] ?? 'io',
    svn: Math.abs(error.errno),
  };
  return new RevstoreError(row, `${what}: ${errnoText(error)}`, { data });
}
