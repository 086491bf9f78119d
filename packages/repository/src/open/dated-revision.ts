import { utf8Text } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { storedTime, type Store } from '@revstore/fsfs';
import { openErrors } from './open-errors.js';

/**
 * The youngest revision that is not younger than a moment, by bisection over `svn:date`, as Subversion finds it; dates
 * that are out of order make it approximate.
 *
 * @param date milliseconds since 1970.
 * @throws RevstoreError `FS_GENERAL` (E160000), `BAD_DATE` (E125003) for a revision on the way that has no date or a malformed one.
 * @see libsvn_repos/rev_hunt.c#svn_repos_dated_revision
 */
export function datedRevision(store: Store, date: number): number {
  const youngest = store.youngest();
  let bottom = 0;
  let top = youngest;
  while (bottom <= top) {
    const middle = Math.floor((top + bottom) / 2);
    const time = revisionTime(store, middle);
    if (time > date) {
      if (middle === 0) return 0;
      if (revisionTime(store, middle - 1) <= date) return middle - 1;
      top = middle - 1;
    } else if (time < date) {
      if (middle === youngest || revisionTime(store, middle + 1) > date) return middle;
      bottom = middle + 1;
    } else {
      return middle;
    }
  }
  return bottom;
}

/** `svn:date` in milliseconds, with microseconds as a fraction. */
function revisionTime(store: Store, revision: number): number {
  const stored = store.revprops.read(revision).get('svn:date');
  if (!stored)
    throw new RevstoreError(openErrors.FS_GENERAL, `Failed to find time on revision ${revision}`, {
      data: { revision },
    });
  return storedTime(utf8Text(stored), revision) / 1000;
}
