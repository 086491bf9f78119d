import { utf8Text } from '@revstore/bytes';
import { storedTime, type Store } from '@revstore/fsfs';

/** Who made a revision, and when. */
export interface Signature {
  readonly author?: string;
  /** As stored. */
  readonly date?: string;
  /** The same in microseconds since 1970. */
  readonly time?: number;
}

/** Authors and dates of revisions, each read once: many nodes share a revision. */
export class Signatures {
  readonly #store: Store;
  readonly #known = new Map<number, Signature>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** @throws RevstoreError `FS_NO_SUCH_REVISION`, `BAD_DATE`, and of revision properties that can't be read. */
  of(revision: number): Signature {
    let signature = this.#known.get(revision);
    if (!signature) {
      const properties = this.#store.revprops.read(revision);
      const author = properties.get('svn:author');
      const stored = properties.get('svn:date');
      const date = stored && utf8Text(stored);
      signature = {
        ...(author ? { author: utf8Text(author) } : {}),
        ...(date === undefined ? {} : { date, time: storedTime(date, revision) }),
      };
      this.#known.set(revision, signature);
    }
    return signature;
  }
}
