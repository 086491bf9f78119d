import { equalBytes } from '@revstore/bytes';
import { DumpReader, type DumpRecord, type RevisionRecord } from '@revstore/dumpstream';
import { RevstoreError } from '@revstore/errors';
import {
  abortTransaction,
  AnnouncedTransaction,
  beginTransaction,
  canonicalPath,
  changeRevprop,
  commitTransaction,
  joinPath,
  TransactionEditor,
  type Store,
  type Transaction,
} from '@revstore/fsfs';
import type { LoadEvent, LoadOptions, LoadResult, Properties } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import { loadErrors } from './load-errors.js';
import { LoadedProperties } from './load-properties.js';
import { relativePath, RevisionLoader } from './revision-loader.js';
import { RevisionMap } from './revision-map.js';

/**
 * Commits the revisions of a dump stream. What was committed when a load fails or is aborted stays; of the revision under
 * way nothing is left.
 *
 * @param chunks the stream; a chunk must not change after it was given.
 * @throws RevstoreError of the stream, of what can't be done with it, of hooks; the signal's reason.
 * @see libsvn_repos/load-fs-vtable.c
 */
export async function loadStream(
  store: Store,
  hooks: Hooks,
  chunks: AsyncIterable<Uint8Array>,
  options: LoadOptions = {},
): Promise<LoadResult> {
  const { signal } = options;
  const reader = new DumpReader(chunks, signal ? { signal } : {});
  const load = new Load(store, hooks, options);
  try {
    for (let record; (record = await reader.next()) !== undefined;) {
      await load.take(record);
      await reader.finish();
      load.endRecord(record);
    }
    await load.endRevision();
  } catch (error) {
    load.tellStarted(error);
    throw error;
  } finally {
    load.abort();
    await reader.close();
  }
  return load.result;
}

/** A revision of the stream whose records come. */
interface OpenRevision {
  readonly record: RevisionRecord;
  /** What is loaded into; absent for what is passed over, and for revision 0. */
  readonly target?: { readonly txn: Transaction; readonly loader: RevisionLoader };
}

class Load {
  readonly #store: Store;
  readonly #hooks: Hooks;
  readonly #options: LoadOptions;
  readonly #properties: LoadedProperties;
  readonly #parent: string;
  readonly #revisions = new RevisionMap();
  #oldest: number | undefined;
  #lastMapped: number | undefined;
  #open: OpenRevision | undefined;
  /** Where in the stream the last record begins that came whole. */
  #taken: number | undefined;
  #committed = 0;
  #youngest: number | undefined;
  readonly #tell = (event: LoadEvent): void => this.#options.onEvent?.(event);

  constructor(store: Store, hooks: Hooks, options: LoadOptions) {
    this.#store = store;
    this.#hooks = hooks;
    this.#options = options;
    this.#properties = new LoadedProperties(options, this.#tell);
    this.#parent = canonicalPath(options.parentDirectory ?? '/');
  }

  get result(): LoadResult {
    return {
      revisions: this.#committed,
      ...(this.#youngest === undefined ? {} : { youngest: this.#youngest }),
    };
  }

  async take(record: DumpRecord): Promise<void> {
    this.#taken = record.offset;
    switch (record.type) {
      case 'format':
        return;
      case 'uuid':
        return this.#takeUuid(record.uuid);
      case 'revision':
        await this.endRevision();
        return this.#beginRevision(record);
      case 'node':
        if (!this.#open)
          throw new RevstoreError(
            loadErrors.STREAM_MALFORMED_DATA,
            'Malformed dumpstream: A node record comes before any revision',
            { data: { path: record.path, offset: record.offset } },
          );
        if (this.#open.record.revision === 0)
          throw new RevstoreError(
            loadErrors.STREAM_MALFORMED_DATA,
            'Malformed dumpstream: Revision 0 must not contain node records',
            { data: { path: record.path, offset: record.offset } },
          );
        await this.#open.target?.loader.apply(record);
    }
  }

  /** Tells that a record has come to its end. */
  endRecord(record: DumpRecord): void {
    if (record.type === 'node' && this.#open?.target) this.#tell({ type: 'node-end' });
  }

  /** Ends the revision under way: commits it. */
  async endRevision(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    if (open.target) await this.#commit(open.record, open.target.txn);
    else if (open.record.revision === 0 && !this.#isSkipped(0)) await this.#endRevisionZero(open.record);
    this.#open = undefined;
  }

  /** Gives up what is under way, if anything. */
  abort(): void {
    const target = this.#open?.target;
    this.#open = undefined;
    if (target) abortTransaction(target.txn);
  }

  /** Tells what Subversion had told before it came to a fault within a record. */
  tellStarted(error: unknown): void {
    if (!(error instanceof RevstoreError)) return;
    const { record, recordOffset, revision, path } = error.data;
    if (recordOffset === this.#taken) return;
    if (record === 'revision' && typeof revision === 'number' && revision > 0) this.#tellRevision(revision);
    if (record === 'node' && path !== undefined && this.#open?.target)
      this.#tell({ type: 'node-start', path: joinPath(this.#parent, relativePath(path)).slice(1) });
  }

  async #takeUuid(uuid: string): Promise<void> {
    const wanted = this.#options.uuid;
    if (wanted === 'ignore' || (wanted === undefined && this.#store.youngest() > 0)) return;
    await this.#store.setUuid(uuid, this.#options.signal);
  }

  #isSkipped(revision: number): boolean {
    const { range } = this.#options;
    return range !== undefined && (revision < range.start || revision > range.end);
  }

  #tellRevision(revision: number): void {
    this.#tell({ type: this.#isSkipped(revision) ? 'revision-skip' : 'revision-start', revision });
  }

  async #beginRevision(record: RevisionRecord): Promise<void> {
    const { revision } = record;
    const skipped = this.#isSkipped(revision);
    if (skipped || revision <= 0) {
      this.#open = { record };
      if (skipped) this.#tellRevision(revision);
      return;
    }
    const { signal } = this.#options;
    const youngest = this.#store.youngest();
    const txn = await beginTransaction(this.#store, youngest, signal);
    this.#oldest ??= revision;
    const loader = new RevisionLoader({
      store: this.#store,
      txn,
      editor: new TransactionEditor(this.#store, txn),
      revision,
      place: {
        revisions: this.#revisions,
        oldest: this.#oldest,
        olderOffset: revision - (youngest + 1),
        parent: this.#parent,
      },
      properties: this.#properties,
      tell: this.#tell,
      ...(signal ? { signal } : {}),
    });
    this.#open = { record, target: { txn, loader } };
    this.#tellRevision(revision);
  }

  /** Revision 0 exists already; what the stream says of it counts where there is no other yet. */
  async #endRevisionZero(record: RevisionRecord): Promise<void> {
    if (this.#store.youngest() !== 0) return;
    this.#store.refresh();
    const before = this.#store.revprops.read(0);
    const after = this.#revisionProperties(record);
    if (this.#options.ignoreDates) {
      const date = before.get('svn:date');
      if (date) after.set('svn:date', date);
    }
    for (const name of before.keys())
      if (!after.has(name)) await changeRevprop(this.#store, 0, name, undefined);
    for (const [name, value] of after) {
      const old = before.get(name);
      if (!old || !equalBytes(old, value)) await changeRevprop(this.#store, 0, name, value);
    }
  }

  #revisionProperties({ properties }: RevisionRecord): Properties {
    const ready: Properties = new Map();
    for (const [name, value] of properties ?? [])
      if (name !== 'svn:date' || !this.#options.ignoreDates)
        ready.set(name, new Uint8Array(this.#properties.ready(name, value)));
    return ready;
  }

  async #commit(record: RevisionRecord, txn: Transaction): Promise<void> {
    const { revision } = record;
    const { signal, ignoreDates = false, usePreCommitHook, usePostCommitHook } = this.#options;
    let properties = this.#revisionProperties(record);
    let announced: AnnouncedTransaction | undefined;
    try {
      if (usePreCommitHook && this.#hooks.isThere('pre-commit')) {
        announced = AnnouncedTransaction.announce(this.#store, txn, properties);
        await this.#hooks.preCommit({ txnName: txn.id }, signal ? { signal } : {});
        properties = announced.properties();
      }
      // From here on the transaction ends by itself, in a revision or without one.
      this.#open = undefined;
      const outcome = await commitTransaction(this.#store, txn, properties, {
        signal,
        keepDate: !ignoreDates,
        locks: 'ignore',
      });
      this.#committed++;
      this.#youngest = outcome.revision;
    } finally {
      announced?.remove();
    }
    const committed = this.#youngest;
    if (usePostCommitHook) {
      const failure = await this.#hooks.postCommit({ revision: committed, txnName: txn.id });
      if (failure)
        throw new RevstoreError(
          loadErrors.POST_COMMIT_HOOK_FAILED,
          'Commit succeeded, but post-commit hook failed',
          { cause: failure },
        );
    }
    this.#map(revision, committed);
    this.#tell({ type: 'revision-end', revision, committed });
  }

  /** Notes what a revision of the stream became. Numbers that the stream leaves out count as its last one, as in Subversion. */
  #map(revision: number, committed: number): void {
    this.#revisions.set(revision, committed);
    if (this.#lastMapped !== undefined)
      this.#revisions.setAll(this.#lastMapped + 1, revision - 1, this.#lastMapped);
    this.#lastMapped = revision;
  }
}
