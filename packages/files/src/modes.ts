import { lstatSync, statSync, type Stats } from 'node:fs';
import { isSystemError, systemError } from '@revstore/errors';
import { fileSystemCalls } from './file-system-calls.js';

const PERMISSIONS = 0o7777;
const SET_GROUP_ID = 0o2000;

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw systemError(error, `Can't stat '${path}'`, { path });
  }
}

/**
 * Gives `to` the permission bits of `from`, whatever the umask, and its group where the system lets us.
 *
 * Subversion copies the bits only and has the group from set-gid directories; the group is added here for repositories
 * whose directories lost that bit. A group that may not be given away is no error. A symbolic link `to` is left alone.
 *
 * @throws RevstoreError `Can't stat '…'` or `Can't set permissions on '…'`.
 * @see libsvn_subr/io.c#svn_io_copy_perms
 */
export function copyModeAndGroup(from: string, to: string): void {
  const reference = statOf(from);
  let target: Stats;
  try {
    target = lstatSync(to);
  } catch (error) {
    throw systemError(error, `Can't stat '${to}'`, { path: to });
  }
  if (target.isSymbolicLink()) return;

  let mode = target.mode;
  if (target.gid !== reference.gid && copyGroup(to, target.uid, reference.gid)) {
    // A change of group may clear the set-id bits.
    mode = -1;
  }
  if (mode === -1 || (mode & PERMISSIONS) !== (reference.mode & PERMISSIONS))
    setMode(to, reference.mode & PERMISSIONS);
}

/** Sets exactly these permission bits, whatever the umask. @throws RevstoreError `Can't set permissions on '…'`. */
export function setMode(path: string, mode: number): void {
  try {
    fileSystemCalls.changeMode(path, mode & PERMISSIONS);
  } catch (error) {
    throw systemError(error, `Can't set permissions on '${path}'`, { path });
  }
}

/**
 * Makes what is created in a directory inherit its group. File systems without that bit are no error.
 *
 * @see libsvn_subr/io.c#svn_io_dir_make_sgid
 */
export function setGroupIdBit(directory: string): void {
  try {
    const mode = statSync(directory).mode & PERMISSIONS;
    if ((mode & SET_GROUP_ID) === 0) fileSystemCalls.changeMode(directory, mode | SET_GROUP_ID);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

function copyGroup(path: string, uid: number, gid: number): boolean {
  try {
    fileSystemCalls.changeGroup(path, uid, gid);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return false;
  }
}
