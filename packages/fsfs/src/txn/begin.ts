import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formatBase36, parseBase36 } from '@revstore/bytes';
import {
  acquireLock,
  AppendFile,
  makeDirectoryDurably,
  readDirectory,
  readWholeFile,
  removeIfExists,
  removeTree,
  replaceFile,
  tryLock,
  type FileLock,
} from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import { corrupt, fsErrors } from '../fsfs-errors/index.js';
import type { StorePaths } from '../layout/index.js';
import type { Store } from '../store/index.js';
import { Transaction } from './transaction.js';

/** Leftovers of killed processes are removed when they are this old (milliseconds). */
const leftoverAge = 24 * 60 * 60 * 1000;

/**
 * Begins a transaction on a revision: takes a new name from `txn-current` under its lock.
 *
 * @throws RevstoreError `UNSUPPORTED_FEATURE` for a format that is only read; when the store can't be written; the
 * signal's reason.
 * @see structure#Transaction layout
 */
export async function beginTransaction(
  store: Store,
  baseRevision: number,
  signal?: AbortSignal,
): Promise<Transaction> {
  const { paths, format } = store;
  if (!format.features.optionalRepFields || format.addressing !== 'logical')
    throw new RevstoreError(
      fsErrors.UNSUPPORTED_FEATURE,
      `Can't commit to '${paths.db}': it has format ${format.features.number} with ${format.addressing} addressing, and this release writes format 8 with logical addressing only`,
      { data: { path: paths.db } },
    );
  const id = `${baseRevision}-${await takeTransactionNumber(store, signal)}`;
  await removeLeftovers(paths);
  const path = join(paths.ownTransactions, `${id}.rev`);
  return openTransaction(store, id, createProtoRev(paths, path));
}

/**
 * A transaction over a file with its items.
 *
 * @param protoRev guarded as long as the transaction is open, so that nobody else takes it for a leftover or goes on with it.
 */
export async function openTransaction(store: Store, id: string, protoRev: AppendFile): Promise<Transaction> {
  let guard: FileLock | undefined;
  try {
    guard = await tryLock(protoRev.path);
    if (!guard)
      throw new RevstoreError(
        fsErrors.FS_REP_BEING_WRITTEN,
        `Cannot write to the prototype revision file of transaction '${id}' because a previous representation is currently being written by another process`,
      );
    return new Transaction(id, store.paths.ownTransactions, protoRev, guard, store.settings.repSharing);
  } catch (error) {
    protoRev.discard();
    throw error;
  }
}

/** Ends a transaction without a revision and removes its files; what cannot be removed stays for {@link beginTransaction}. */
export function abortTransaction(transaction: Transaction): void {
  transaction.discard();
  try {
    removeIfExists(transaction.protoRev.path);
  } catch (error) {
    // Something failed already, and that is what is to be told.
    if (!(error instanceof RevstoreError)) throw error;
  }
}

function createProtoRev(paths: StorePaths, path: string): AppendFile {
  try {
    return AppendFile.create(path);
  } catch (error) {
    if (!(error instanceof RevstoreError && error.kind === 'not-found')) throw error;
    const options = { modeFrom: paths.in('transactions'), mayExist: true, flush: 'none' } as const;
    makeDirectoryDurably(paths.in('revstore'), options);
    makeDirectoryDurably(paths.ownTransactions, options);
    return AppendFile.create(path);
  }
}

async function takeTransactionNumber({ paths, flush }: Store, signal?: AbortSignal): Promise<string> {
  const lock = await acquireLock(paths.txnCurrentLock, {
    modeFrom: paths.txnCurrent,
    ...(signal ? { signal } : {}),
  });
  try {
    const text = readWholeFile(paths.txnCurrent).toString('latin1').trimEnd();
    let number: number;
    try {
      number = parseBase36(text);
    } catch (error) {
      throw corrupt(`File '${paths.txnCurrent}' does not hold a number`, { file: paths.txnCurrent }, error);
    }
    const next = Buffer.from(`${formatBase36(number + 1)}\n`, 'latin1');
    replaceFile(paths.txnCurrent, next, { modeFrom: paths.txnCurrent, flush });
    return text;
  } finally {
    lock.release();
  }
}

/** Removes what killed processes left a day ago or more. */
async function removeLeftovers(paths: StorePaths): Promise<void> {
  if (!existsSync(paths.ownTransactions)) return;
  for (const entry of readDirectory(paths.ownTransactions)) {
    const path = join(paths.ownTransactions, entry.name);
    if (lastChange(path) > Date.now() - leftoverAge) continue;
    if (entry.isDirectory()) removeTree(path);
    else {
      const guard = await tryLock(path).catch(() => undefined);
      if (guard) removeIfExists(path);
      guard?.release();
    }
  }
}

function lastChange(path: string): number {
  // Its owner may have ended it meanwhile.
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}
