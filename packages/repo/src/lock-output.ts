import { formatStoredDate, parseStoredDate } from '@revstore/bytes';
import { closeTag, openTag, textElement, type JsonValue } from '@revstore/command-line';
import type { PathLock } from '@revstore/repository';

/** A date as XML shows it: the stored one in Subversion's form. */
export function normalDate(stored: string): string | undefined {
  const time = parseStoredDate(stored);
  return time === undefined ? undefined : formatStoredDate(time);
}

/** The `lock` element. */
export function lockElement(lock: PathLock): string {
  return (
    openTag('lock') +
    textElement('token', lock.token) +
    textElement('owner', lock.owner) +
    textElement('comment', lock.comment) +
    textElement('created', normalDate(lock.creationDate)) +
    textElement('expires', lock.expirationDate === undefined ? undefined : normalDate(lock.expirationDate)) +
    closeTag('lock')
  );
}

/** The `commit` element. */
export function commitElement(
  revision: number,
  author: string | undefined,
  date: string | undefined,
): string {
  return (
    openTag('commit', { revision: String(revision) }) +
    textElement('author', author) +
    textElement('date', date === undefined ? undefined : normalDate(date)) +
    closeTag('commit')
  );
}

/** A lock as JSON. */
export function jsonLock(lock: PathLock): JsonValue {
  return {
    token: lock.token,
    owner: lock.owner,
    comment: lock.comment,
    created: lock.creationDate,
    expires: lock.expirationDate,
  };
}
