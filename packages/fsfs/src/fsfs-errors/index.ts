/** Errors of the store, each with Subversion's number. */
import { defineErrorCodes, RevstoreError, type ErrorData } from '@revstore/errors';

/** Errors of the store. */
export const fsErrors = defineErrorCodes({
  /** Something on disk contradicts the format. SVN_ERR_FS_CORRUPT. */
  FS_CORRUPT: ['corrupt', 160004],
  FS_NO_SUCH_REVISION: ['not-found', 160006],
  FS_NO_SUCH_TRANSACTION: ['not-found', 160007],
  FS_NOT_FOUND: ['not-found', 160013],
  FS_NOT_DIRECTORY: ['invalid-input', 160016],
  FS_NOT_FILE: ['invalid-input', 160017],
  FS_PATH_SYNTAX: ['invalid-input', 160005],
  FS_ALREADY_EXISTS: ['already-exists', 160020],
  FS_ROOT_DIR: ['invalid-input', 160021],
  FS_REP_BEING_WRITTEN: ['busy', 160044],
  FS_MALFORMED_TXN_ID: ['invalid-input', 160053],
  FS_TXN_OUT_OF_DATE: ['conflict', 160028],
  FS_CONFLICT: ['conflict', 160024],
  FS_UNSUPPORTED_FORMAT: ['unsupported', 160043],
  FS_UNKNOWN_FS_TYPE: ['unsupported', 160033],
  FS_REP_SHARING_NOT_SUPPORTED: ['unsupported', 160070],
  FS_REP_SHARING_NOT_ALLOWED: ['unsupported', 160069],
  /** A revision property has not the value that a change starts from. SVN_ERR_FS_PROP_BASEVALUE_MISMATCH. */
  FS_PROP_BASEVALUE_MISMATCH: ['conflict', 160049],
  /** A version file holds something else than a number. SVN_ERR_BAD_VERSION_FILE_FORMAT. */
  BAD_VERSION_FILE: ['corrupt', 125006],
  /** Options of a format file that exclude each other. SVN_ERR_BAD_VERSION_FILE_FORMAT. */
  BAD_FORMAT_COMBINATION: ['corrupt', 125006],
  /** SVN_ERR_INCORRECT_PARAMS. */
  BAD_SHARD_SIZE: ['invalid-input', 200004],
  BAD_DATE: ['corrupt', 125003],
  BAD_UUID: ['invalid-input', 125008],
  /** Stored MD5 and contents differ. SVN_ERR_CHECKSUM_MISMATCH. */
  CHECKSUM_MISMATCH: ['corrupt', 200014],
  MALFORMED_FILE: ['corrupt', 200002],
  UNSUPPORTED_FEATURE: ['unsupported', 200007],
  /** What was opened is not at its path any more. SVN_ERR_FS_GENERAL. */
  STORE_REPLACED: ['not-found', 160000],
  HANDLE_CLOSED: ['invalid-input', 200004],
});

/** A corruption; name the file, revision and offset (bytes from the start of the file) where known. */
export function corrupt(message: string, data: ErrorData = {}, cause?: unknown): RevstoreError {
  return new RevstoreError(fsErrors.FS_CORRUPT, message, { data, cause });
}

/** A node of the other kind than an operation takes. */
export function wrongKind(
  wanted: 'file' | 'directory',
  path: string,
  uuid: string,
  data: ErrorData = {},
): RevstoreError {
  const row = wanted === 'file' ? fsErrors.FS_NOT_FILE : fsErrors.FS_NOT_DIRECTORY;
  return new RevstoreError(row, `'${path}' is not a ${wanted} in filesystem '${uuid}'`, {
    data: { path, ...data },
  });
}

/** A path that a transaction is to make and that is there already. */
export function alreadyExists(path: string, txnId: string, uuid: string): RevstoreError {
  return new RevstoreError(
    fsErrors.FS_ALREADY_EXISTS,
    `File already exists: filesystem '${uuid}', transaction '${txnId}', path '${path}'`,
    { data: { path } },
  );
}
