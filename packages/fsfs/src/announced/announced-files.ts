import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDirectory, removeIfExists, removeTree } from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import { fsErrors } from '../fsfs-errors/index.js';
import type { Store } from '../store/index.js';

const suffix = '.txn';

/** Where a transaction's nodes are. */
export function announcedDirectory({ paths }: Store, id: string): string {
  return paths.in('transactions', `${id}${suffix}`);
}

/** Where a transaction's texts are. */
export function announcedProtoRev({ paths }: Store, id: string): string {
  return paths.in('txn-protorevs', `${id}.rev`);
}

/** Names of the transactions that are announced, in no particular order; whoever began them. */
export function listAnnounced(store: Store): string[] {
  return readDirectory(store.paths.in('transactions'))
    .filter((entry) => entry.isDirectory() && entry.name.endsWith(suffix))
    .map((entry) => entry.name.slice(0, -suffix.length));
}

/** @throws RevstoreError `FS_MALFORMED_TXN_ID` (E160053), `FS_NO_SUCH_TRANSACTION` (E160007). */
export function checkAnnounced(store: Store, id: string): void {
  if (!/^[0-9]{1,10}-[0-9a-z]{1,11}$/.test(id))
    throw new RevstoreError(fsErrors.FS_MALFORMED_TXN_ID, `malformed txn id '${id}'`);
  if (!existsSync(join(announcedDirectory(store, id), 'node.0.0')))
    throw new RevstoreError(fsErrors.FS_NO_SUCH_TRANSACTION, `No such transaction '${id}'`);
}

/** Takes an announced transaction away, whatever is left of it. @throws RevstoreError of the system. */
export function removeAnnounced(store: Store, id: string): void {
  const protoRev = announcedProtoRev(store, id);
  removeIfExists(protoRev);
  removeIfExists(`${protoRev}-lock`);
  removeTree(announcedDirectory(store, id));
}

/** Removes an announced transaction. @throws RevstoreError as {@link checkAnnounced}; of the system. */
export function removeTransaction(store: Store, id: string): void {
  checkAnnounced(store, id);
  removeAnnounced(store, id);
}
