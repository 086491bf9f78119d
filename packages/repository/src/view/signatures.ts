import { utf8Text } from '@revstore/bytes';
import type { Store } from '@revstore/fsfs';

/** Who made a revision, and when, as stored. */
export interface Signature {
  readonly author?: string;
  readonly date?: string;
}

/** Authors and dates of revisions, each read once: many nodes share a revision. */
export class Signatures {
  readonly #store: Store;
  readonly #known = new Map<number, Signature>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** @throws RevstoreError `FS_NO_SUCH_REVISION`, and of revision properties that can't be read. */
  of(revision: number): Signature {
    let signature = this.#known.get(revision);
    if (!signature) {
      const properties = this.#store.revprops.read(revision);
      const author = properties.get('svn:author');
      const date = properties.get('svn:date');
      signature = {
        ...(author ? { author: utf8Text(author) } : {}),
        ...(date ? { date: utf8Text(date) } : {}),
      };
      this.#known.set(revision, signature);
    }
    return signature;
  }
}
