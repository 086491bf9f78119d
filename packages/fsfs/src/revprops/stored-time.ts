import { parseStoredDate } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { fsErrors } from '../fsfs-errors/index.js';

/**
 * The time of a revision by its `svn:date`, in microseconds since 1970.
 *
 * @param revision for the error.
 * @throws RevstoreError `BAD_DATE` (E125003)
 */
export function storedTime(text: string, revision: number): number {
  const time = parseStoredDate(text);
  if (time === undefined)
    throw new RevstoreError(fsErrors.BAD_DATE, 'Bogus date', { data: { revision, actual: text } });
  return time;
}
