import { acquireLock, makeDirectoryDurably, moveIntoPlace, replaceFile } from '@revstore/files';
import { serializeHashDump, sortedEntries } from '@revstore/proplist';
import { readFormat } from '../layout/index.js';
import { corrupt } from '../fsfs-errors/index.js';
import { checkLocks, type LockAccess } from '../path-locks/index.js';
import { pathsToCheck } from '../new-nodes/index.js';
import type { RepIndexProblem } from '../rep-index/index.js';
import type { Store } from '../store/index.js';
import { abortTransaction, type Transaction } from '../txn/index.js';
import { checkMerge } from './merge.js';
import { RepSharing } from './rep-sharing.js';
import { RevisionWriter } from './revision-writer.js';

/** Bytes of texts from which on they are flushed on their own, before the rest of the revision. */
const earlyFlush = 8 * 1024 * 1024;

/** How a transaction is committed. */
export interface CommitTransactionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether `svn:date` is as given; otherwise it is set to the time of the commit. */
  readonly keepDate?: boolean;
  /** Whose locks may be on what changes; or locks do not matter. */
  readonly locks?: LockAccess | 'ignore';
}

/** What a commit made. */
export interface CommitOutcome {
  readonly revision: number;
  /** `svn:date` of the revision as stored; empty for none. */
  readonly date: string;
  /** Bytes of the revision file. */
  readonly bytesStored: number;
  /** Why contents that the store may have were stored again. */
  readonly sharingSkipped?: RepIndexProblem;
}

/**
 * Publishes a transaction as the next revision, under the write lock that Subversion's writers take.
 *
 * The order is Subversion's: revision file flushed and renamed, revision properties flushed, then `current`. Until
 * `current` is replaced nobody sees anything of it; afterwards all of it is there.
 *
 * @param revprops revision properties.
 * @throws RevstoreError `FS_CONFLICT`, of locks, and of the system; the transaction is then aborted and nothing is left. The
 * signal's reason, up to the moment of publishing.
 */
export async function commitTransaction(
  store: Store,
  txn: Transaction,
  revprops: ReadonlyMap<string, Uint8Array>,
  options: CommitTransactionOptions = {},
): Promise<CommitOutcome> {
  const { signal } = options;
  const sharing = new RepSharing(store, txn);
  try {
    await sharing.find(signal);
    dropUnusedTexts(txn);
    // What can be flushed before the lock is held does not keep other writers waiting.
    if (store.flush === 'durable' && txn.protoRev.position >= earlyFlush) await txn.protoRev.flushAsync();
    const lock = await acquireLock(store.paths.writeLock, {
      modeFrom: store.paths.current,
      ...(signal ? { signal } : {}),
    });
    try {
      return await publish(store, txn, revprops, sharing, options);
    } finally {
      lock.release();
    }
  } catch (error) {
    abortTransaction(txn);
    throw error;
  }
}

async function publish(
  store: Store,
  txn: Transaction,
  revprops: ReadonlyMap<string, Uint8Array>,
  sharing: RepSharing,
  { signal, keepDate = false, locks = {} }: CommitTransactionOptions,
): Promise<CommitOutcome> {
  const { paths, flush } = store;
  const format = readFormat(paths.db);
  if (format.addressing !== store.format.addressing)
    throw corrupt(`The addressing of filesystem '${paths.db}' changed since it was opened`, {
      file: paths.format,
    });
  store.files.refresh();
  const youngest = store.youngest();
  const revision = youngest + 1;
  checkMerge(store, txn, youngest);
  if (locks !== 'ignore') checkLocks(store, pathsToCheck(txn), locks);
  // What others committed while this commit waited.
  await sharing.find(signal);
  dropUnusedTexts(txn);
  const writer = new RevisionWriter(store, txn, revision, sharing.propertyReps);
  writer.write();
  signal?.throwIfAborted();
  if (flush === 'durable') await txn.protoRev.flushAsync();
  const bytesStored = txn.protoRev.position;

  if (revision % paths.shardSize === 0)
    for (const [shard, parent] of [
      [paths.revShard(revision), paths.in('revs')],
      [paths.revpropShard(revision), paths.in('revprops')],
    ])
      makeDirectoryDurably(shard, { modeFrom: parent, mayExist: true, flush });
  const reference = youngestFile(store, youngest);
  txn.close();
  moveIntoPlace(txn.protoRev.path, paths.revFile(revision), { modeFrom: reference, flush });
  const properties = new Map(revprops);
  if (!keepDate) properties.set('svn:date', Buffer.from(timestamp(), 'latin1'));
  // A file of that name may be left where an earlier commit was killed; it belongs to no revision.
  replaceFile(paths.revpropFile(revision), serializeHashDump(sortedEntries(properties)), {
    modeFrom: reference,
    flush,
  });
  replaceFile(paths.current, Buffer.from(`${revision}\n`, 'latin1'), { modeFrom: paths.current, flush });

  await sharing.published(revision, writer.propertyReps);
  const date = Buffer.from(properties.get('svn:date') ?? []).toString('latin1');
  return { revision, date, bytesStored, ...(sharing.skipped ? { sharingSkipped: sharing.skipped } : {}) };
}

/** Takes texts out that no file of the transaction has any more. */
function dropUnusedTexts(txn: Transaction): void {
  const { edits } = txn;
  const used = new Set<number>();
  for (let row = 0; row < edits.length; row++) {
    const text = edits.text(row);
    if (text && text.revision === undefined) used.add(text.itemIndex);
  }
  if (used.size < txn.items.length) txn.keepItems((itemIndex) => used.has(itemIndex));
}

/** Now, as Subversion stores times: UTC with microseconds. */
function timestamp(): string {
  // Date has milliseconds only; the digits after them come from the finer clock.
  const micros = Math.floor((performance.now() * 1000) % 1000);
  return `${new Date().toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}Z`;
}

/** A file whose mode and group new files of the store take. */
function youngestFile(store: Store, youngest: number): string {
  return store.files.isPacked(youngest) ? store.paths.packFile(youngest) : store.paths.revFile(youngest);
}
