import { RevstoreError, type ErrorData, type ErrorKind } from '@revstore/errors';

/** An error as plain data that crosses a thread boundary; structured cloning alone would lose code, kind and data. */
export interface TransferredError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly revstore?: {
    readonly code: string;
    readonly kind: ErrorKind;
    readonly svnCode: number;
    readonly data: ErrorData;
  };
  /** Of a failed system call. */
  readonly system?: { readonly code: string; readonly errno: number; readonly syscall: string | undefined };
  readonly cause?: TransferredError;
}

/** Causes deeper than this are dropped. */
const DEEPEST_CAUSE = 32;

const plainErrors: Readonly<Record<string, ErrorConstructor>> = { TypeError, RangeError, SyntaxError };

/** Plain data that {@link restoreError} makes an equal error from; anything thrown is accepted. */
export function serializeError(error: unknown, depth = 0): TransferredError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined };
  const { code, errno, syscall } = error as NodeJS.ErrnoException;
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error instanceof RevstoreError
      ? {
          revstore: {
            code: error.code,
            kind: error.kind,
            svnCode: error.svnCode,
            data: cloneableData(error.data),
          },
        }
      : {}),
    ...(typeof code === 'string' && typeof errno === 'number' ? { system: { code, errno, syscall } } : {}),
    ...(error.cause !== undefined && depth < DEEPEST_CAUSE
      ? { cause: serializeError(error.cause, depth + 1) }
      : {}),
  };
}

/** The error again: a RevstoreError with all fields, a TypeError, RangeError or SyntaxError, or an Error with the same name. */
export function restoreError(from: TransferredError): Error {
  const cause = from.cause === undefined ? undefined : restoreError(from.cause);
  let error: Error;
  if (from.revstore !== undefined) {
    const { code, kind, svnCode, data } = from.revstore;
    error = new RevstoreError({ code, kind, svn: svnCode }, from.message, { data, cause });
  } else {
    const Class = plainErrors[from.name] ?? Error;
    error = new Class(from.message, cause === undefined ? undefined : { cause });
    if (error.name !== from.name) error.name = from.name;
    if (from.system !== undefined) Object.assign(error, from.system);
  }
  if (from.stack !== undefined) error.stack = from.stack;
  return error;
}

/** What of an error's data can be cloned; a field that cannot becomes text. */
function cloneableData(data: ErrorData): ErrorData {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, cloneable(value)]));
}

function cloneable(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return String(value);
  }
}
