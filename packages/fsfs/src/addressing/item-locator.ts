import type { ItemAddress } from '../ids/index.js';

/** A file that holds items: a rev or pack file, or the proto-rev file of a transaction. */
export interface ItemFile {
  readonly path: string;
  /** Where items end (bytes from the start). */
  readonly contentEnd: number;
  /** Bytes within the file; a view that must not be changed, and that nobody changes later. */
  read(offset: number, length: number): Uint8Array;
  /** As {@link read}, past any cache. */
  readFresh(offset: number, length: number): Uint8Array;
  /** Keeps the file open until it is released as often. */
  retain(): unknown;
  release(): void;
}

/** Finds items by their address. */
export interface ItemLocator {
  /** @throws RevstoreError where there is no such item. */
  locate(address: ItemAddress): { readonly file: ItemFile; readonly offset: number };
}
