import { parseStoredDate } from '@revstore/bytes';
import { formatHumanDate } from '@revstore/command-line';
import type { PathLock } from '@revstore/repository';

function humanDate(stored: string): string {
  const time = parseStoredDate(stored);
  return time === undefined ? stored : formatHumanDate(time);
}

/** A lock as lines, with the empty one behind them. */
export function formatLock(lock: PathLock): string {
  const { comment, expirationDate } = lock;
  const lines = comment === undefined ? 0 : comment.split(/\n\r?|\r\n?/).length;
  return (
    `Path: ${lock.path}\nUUID Token: ${lock.token}\nOwner: ${lock.owner}\n` +
    `Created: ${humanDate(lock.creationDate)}\n` +
    `Expires: ${expirationDate === undefined ? '' : humanDate(expirationDate)}\n` +
    `Comment (${lines} line${lines === 1 ? '' : 's'}):\n${comment ?? ''}\n\n`
  );
}

/** A lock as JSON. */
export function jsonLock(lock: PathLock): Readonly<Record<string, string | undefined>> {
  return {
    path: lock.path,
    token: lock.token,
    owner: lock.owner,
    comment: lock.comment,
    created: lock.creationDate,
    expires: lock.expirationDate,
  };
}
