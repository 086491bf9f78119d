import { utf8Text } from '@revstore/bytes';
import type { Store } from '@revstore/fsfs';

/**
 * The youngest revision that is not younger than a moment, by bisection over `svn:date`, as Subversion finds it; dates
 * that are out of order make it approximate.
 *
 * @param date milliseconds since 1970.
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
  const match = stored && /^(.*\.\d{3})(\d{3})Z$/.exec(utf8Text(stored));
  return match ? Date.parse(`${match[1]}Z`) + Number(match[2]) / 1000 : 0;
}
