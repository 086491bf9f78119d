import { toHex } from '@revstore/bytes';
import type { ItemFile, ItemLocator } from '../addressing/index.js';
import type { ItemAddress } from '../ids/index.js';
import { RepReader, type Representation } from '../reps/index.js';
import type { Store } from '../store/index.js';
import type { StoredText } from './edit-table.js';
import type { Transaction } from './transaction.js';

/** Stands for the revision that a transaction is to become. */
const ownRevision = -1;

/** Reads the texts that a transaction holds: from its proto-rev file, and from the revisions that they build on. */
export function ownTexts(store: Store, txn: Transaction): RepReader {
  return new RepReader(new OwnItems(store, txn), store.provider);
}

/** A transaction's text as {@link ownTexts} reads it. */
export function ownRepresentation(text: StoredText): Representation {
  const { itemIndex, size, expandedSize, md5 } = text;
  return { revision: text.revision ?? ownRevision, itemIndex, size, expandedSize, md5: toHex(md5) };
}

class OwnItems implements ItemLocator {
  readonly #store: Store;
  readonly #txn: Transaction;

  constructor(store: Store, txn: Transaction) {
    this.#store = store;
    this.#txn = txn;
  }

  locate(address: ItemAddress): { file: ItemFile; offset: number } {
    if (address.revision !== ownRevision) return this.#store.files.locate(address);
    const { protoRev } = this.#txn;
    const read = (offset: number, length: number): Uint8Array => protoRev.readBack(offset, length);
    const nothing = (): void => undefined;
    const file = {
      path: protoRev.path,
      contentEnd: protoRev.position,
      read,
      readFresh: read,
      retain: nothing,
      release: nothing,
    };
    return { file, offset: this.#txn.itemOffsets()[address.itemIndex] };
  }
}
