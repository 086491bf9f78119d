import { RevstoreError } from '@revstore/errors';
import { lockErrors } from './lock-errors.js';

const scheme = 'opaquelocktoken';

/** Whether XML can carry a text: Unicode without control characters but tab, line ends and delete. */
function isXmlSafe(text: string): boolean {
  return text.isWellFormed() && !/[\x00-\x08\x0b\x0c\x0e-\x1f]/.test(text);
}

/**
 * Checks the comment of a lock.
 *
 * @throws RevstoreError `XML_UNESCAPABLE_DATA` (E130004)
 * @see libsvn_subr/xml.c#svn_xml_is_xml_safe
 */
export function checkLockComment(comment: string): void {
  if (!isXmlSafe(comment))
    throw new RevstoreError(lockErrors.XML_UNESCAPABLE_DATA, 'Lock comment contains illegal characters');
}

/**
 * What is wrong with a token, `FS_BAD_LOCK_TOKEN` (E160037), or `undefined` for a good one and for none.
 *
 * @see libsvn_fs/fs-loader.c#svn_fs_lock_many
 */
export function tokenError(token: string | undefined): RevstoreError | undefined {
  if (token === undefined) return undefined;
  const error = (message: string) => new RevstoreError(lockErrors.FS_BAD_LOCK_TOKEN, message);
  if (!token.startsWith(`${scheme}:`))
    return error(`Lock token URI '${token}' has bad scheme; expected '${scheme}'`);
  const bad = /[^\x20-\x7e]/.exec(token);
  if (bad) return error(`Lock token '${token}' is not ASCII or is a control character at byte ${bad.index}`);
  return undefined;
}
