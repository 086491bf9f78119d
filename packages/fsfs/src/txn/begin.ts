import { statSync } from 'node:fs';
import { join } from 'node:path';
import { formatBase36, parseBase36 } from '@revstore/bytes';
import {
  acquireLock,
  AppendFile,
  makeDirectoryDurably,
  readDirectory,
  readWholeFile,
  removeTree,
  replaceFile,
  tryLock,
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
  if (!format.features.optionalRepFields)
    throw new RevstoreError(
      fsErrors.UNSUPPORTED_FEATURE,
      `Can't commit to '${paths.db}': it has format ${format.features.number}, and this release writes format 8 only`,
      { data: { path: paths.db } },
    );
  const id = `${baseRevision}-${await takeTransactionNumber(paths, signal)}`;
  return openTransaction(store, id, baseRevision, (directory) =>
    AppendFile.create(join(directory, 'proto-rev')),
  );
}

/**
 * Makes the directory of a transaction and guards it.
 *
 * @param openProtoRev opens or makes the file with its items, given the directory.
 */
export async function openTransaction(
  store: Store,
  id: string,
  baseRevision: number,
  openProtoRev: (directory: string) => AppendFile,
): Promise<Transaction> {
  const { paths } = store;
  const reference = paths.in('transactions');
  const options = { modeFrom: reference, mayExist: true, flush: 'none' } as const;
  makeDirectoryDurably(paths.in('revstore'), options);
  makeDirectoryDurably(paths.ownTransactions, options);
  await removeLeftovers(paths.ownTransactions);
  const directory = join(paths.ownTransactions, id);
  makeDirectoryDurably(directory, { modeFrom: reference, flush: 'none' });
  try {
    const guard = await acquireLock(join(directory, 'guard'));
    try {
      const protoRev = openProtoRev(directory);
      return new Transaction(id, baseRevision, directory, protoRev, guard, store.settings.repSharing);
    } catch (error) {
      guard.release();
      throw error;
    }
  } catch (error) {
    removeQuietly(directory);
    throw error;
  }
}

/** Ends a transaction without a revision and removes its files; what cannot be removed stays for {@link beginTransaction}. */
export function abortTransaction(transaction: Transaction): void {
  transaction.discard();
  removeQuietly(transaction.directory);
}

/** Called where something failed already, which is what is to be told. */
function removeQuietly(directory: string): void {
  try {
    removeTree(directory);
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
  }
}

async function takeTransactionNumber(paths: StorePaths, signal?: AbortSignal): Promise<string> {
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
    replaceFile(paths.txnCurrent, next, { modeFrom: paths.txnCurrent });
    return text;
  } finally {
    lock.release();
  }
}

/** Removes transactions that a killed process left a day ago or more. */
async function removeLeftovers(directory: string): Promise<void> {
  for (const entry of readDirectory(directory)) {
    const path = join(directory, entry.name);
    if (lastChange(path) > Date.now() - leftoverAge) continue;
    const guard = await tryLock(join(path, 'guard')).catch(() => undefined);
    if (!guard) continue;
    try {
      removeTree(path);
    } finally {
      guard.release();
    }
  }
}

function lastChange(path: string): number {
  let newest = -Infinity;
  for (const file of [path, join(path, 'proto-rev')]) {
    try {
      newest = Math.max(newest, statSync(file).mtimeMs);
    } catch {
      // Its owner may have ended it meanwhile.
    }
  }
  return newest === -Infinity ? Infinity : newest;
}
