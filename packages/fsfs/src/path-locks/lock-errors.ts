import { defineErrorCodes, RevstoreError } from '@revstore/errors';
import type { StoredLock } from './lock-file.js';

/** Errors of locks on paths, each with Subversion's number. */
export const lockErrors = defineErrorCodes({
  /** A comment that XML cannot carry. SVN_ERR_XML_UNESCAPABLE_DATA. */
  XML_UNESCAPABLE_DATA: ['invalid-input', 130004],
  FS_NO_USER: ['denied', 160034],
  FS_PATH_ALREADY_LOCKED: ['busy', 160035],
  /** A token in a form that no lock can have. SVN_ERR_FS_BAD_LOCK_TOKEN. */
  FS_BAD_LOCK_TOKEN: ['invalid-input', 160037],
  /** A commit without the token of a lock in its way. SVN_ERR_FS_BAD_LOCK_TOKEN. */
  FS_LOCK_TOKEN_MISSING: ['busy', 160037],
  FS_LOCK_OWNER_MISMATCH: ['busy', 160039],
  FS_NO_SUCH_LOCK: ['not-found', 160040],
  FS_LOCK_EXPIRED: ['not-found', 160041],
  FS_OUT_OF_DATE: ['conflict', 160042],
});

/** No lock on a path where one is to be removed, or one with another token. */
export function noSuchLock(path: string, uuid: string): RevstoreError {
  return new RevstoreError(lockErrors.FS_NO_SUCH_LOCK, `No lock on path '${path}' in filesystem '${uuid}'`, {
    data: { path },
  });
}

/** Locks are made and removed by somebody. */
export function noUser(uuid: string): RevstoreError {
  return new RevstoreError(
    lockErrors.FS_NO_USER,
    `No username is currently associated with filesystem '${uuid}'`,
  );
}

/** The path is locked; `data.lock` is that lock. */
export function alreadyLocked(lock: StoredLock, uuid: string): RevstoreError {
  return new RevstoreError(
    lockErrors.FS_PATH_ALREADY_LOCKED,
    `Path '${lock.path}' is already locked by user '${lock.owner}' in filesystem '${uuid}'`,
    { data: { path: lock.path, lock } },
  );
}
