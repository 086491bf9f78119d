import { RevstoreError } from '@revstore/errors';
import { workingFileErrors } from '../errors.js';

const control = /[\x00-\x1f\x7f]/;
const everyControl = /[\x00-\x1f\x7f]/g;

/** `path` with each ASCII control character written as a backslash and three octal digits. */
export function escapeControlCharacters(path: string): string {
  return path.replace(everyControl, (c) => `\\${c.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

/**
 * Refuses a path with an ASCII control character in it, as `svn import` does for every file and directory below the
 * top one. svn checks the absolute local path, so a control character in a parent's name refuses everything in it.
 *
 * @throws RevstoreError FS_PATH_SYNTAX (E160005).
 */
export function checkLocalPath(path: string): void {
  const found = control.exec(path);
  if (found === null) return;
  const code = found[0].charCodeAt(0).toString(16).padStart(2, '0');
  throw new RevstoreError(
    workingFileErrors.FS_PATH_SYNTAX,
    `Invalid control character '0x${code}' in path '${escapeControlCharacters(path)}'`,
    { data: { path } },
  );
}

/** Whether `name` is what a working copy keeps its administration in; import skips it, and refuses it as the target's name. */
export function isAdministrativeName(name: string): boolean {
  return name === '.svn';
}
