import {
  abortTransaction,
  AnnouncedTransaction,
  beginTransaction,
  commitTransaction,
  fsErrors,
  TransactionEditor,
  type Store,
  type Transaction,
} from '@revstore/fsfs';
import { RevstoreError } from '@revstore/errors';
import type { CommitOptions, CommitResult, Properties } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import { unlockPaths } from '../path-locks/index.js';
import { checkProperty } from './check-property.js';

/** What the client of a commit can do, as start-commit hooks are told. */
const capabilities = ['mergeinfo'];

/** Properties of a transaction that are not the revision's. @see svn_fs.h */
const transactionFlags = [
  'svn:check-locks',
  'svn:check-ood',
  'svn:client-date',
  'svn:txn-client-compat-version',
  'svn:txn-user-agent',
];

/** What {@link OpenCommit} stores with a revision beside {@link CommitOptions}. */
export interface OpenCommitOptions extends CommitOptions {
  /** Whether `svn:date` is as the properties have it; default the time of the commit. */
  readonly keepDate?: boolean;
  /** Whether hooks are run; default all that a commit has. */
  readonly runHooks?: { readonly start?: boolean; readonly pre?: boolean; readonly post?: boolean };
}

/** The revision properties that a commit begins with. @throws as {@link checkProperty}. */
export function commitProperties(options: CommitOptions): Properties {
  const properties: Properties = new Map(options.revisionProperties);
  if (options.author !== undefined) properties.set('svn:author', Buffer.from(options.author));
  if (options.message !== undefined) properties.set('svn:log', Buffer.from(options.message));
  for (const [name, value] of properties) checkProperty(name, value);
  return properties;
}

/** A commit between its start-commit and its post-commit hook. */
export class OpenCommit {
  readonly txn: Transaction;
  readonly editor: TransactionEditor;
  readonly #store: Store;
  readonly #hooks: Hooks;
  readonly #options: OpenCommitOptions;
  #announced: AnnouncedTransaction | undefined;
  #properties: Properties;

  private constructor(
    store: Store,
    hooks: Hooks,
    txn: Transaction,
    properties: Properties,
    options: OpenCommitOptions,
  ) {
    this.#store = store;
    this.#hooks = hooks;
    this.txn = txn;
    this.editor = new TransactionEditor(store, txn);
    this.#properties = properties;
    this.#options = options;
  }

  /**
   * Begins a transaction and runs the start-commit hook.
   *
   * @throws RevstoreError of properties as {@link checkProperty}, `FS_NO_SUCH_REVISION`, `HOOK_FAILURE` (E165001); the
   * signal's reason. Nothing is left then.
   */
  static async begin(store: Store, hooks: Hooks, options: OpenCommitOptions): Promise<OpenCommit> {
    const properties = commitProperties(options);
    const txn = await beginTransaction(store, baseRevision(store, options), options.signal);
    let commit: OpenCommit | undefined;
    try {
      commit = new OpenCommit(store, hooks, txn, properties, options);
      const { start = true, pre = true } = options.runHooks ?? {};
      // Others only need to see the transaction while a hook runs that may look at it.
      if ((start && hooks.isThere('start-commit')) || (pre && hooks.isThere('pre-commit')))
        commit.#announce();
      if (options.runHooks?.start ?? true) await commit.#start();
      return commit;
    } catch (error) {
      if (commit) commit.abort();
      else abortTransaction(txn);
      throw error;
    }
  }

  /**
   * Goes on with a transaction that was left, see {@link leave}. The start-commit hook has run.
   *
   * @throws RevstoreError `FS_NO_SUCH_TRANSACTION` (E160007), `FS_MALFORMED_TXN_ID` (E160053), `FS_CORRUPT`.
   */
  static async resume(
    store: Store,
    hooks: Hooks,
    id: string,
    options: OpenCommitOptions,
  ): Promise<OpenCommit> {
    const { txn, announced } = await AnnouncedTransaction.resume(store, id);
    const properties = new Map([...announced.properties(), ...commitProperties(options)]);
    const commit = new OpenCommit(store, hooks, txn, properties, options);
    commit.#announced = announced;
    return commit;
  }

  /** Leaves the transaction in Subversion's own form, where another process can list, show, resume or remove it. */
  leave(): void {
    if (!this.#announced) this.#announce();
    this.#announced!.setProperties(this.#properties);
    this.#announced!.leave();
  }

  /** The properties that the revision will have. */
  get properties(): Properties {
    return this.#properties;
  }

  /** Ends it without a revision; nothing is left. */
  abort(): void {
    abortTransaction(this.txn);
    this.#announced?.remove();
  }

  /**
   * Makes the revision.
   *
   * @throws RevstoreError `HOOK_FAILURE` of the pre-commit hook, `FS_CONFLICT`, errors of locks; the signal's reason.
   * Nothing is left then.
   */
  async commit(): Promise<CommitResult & { readonly bytesStored: number }> {
    const { signal, author, keepDate = false, lockTokens } = this.#options;
    let outcome;
    try {
      if (this.#options.runHooks?.pre ?? true) await this.#pre();
      const properties = new Map(this.#properties);
      for (const name of transactionFlags) properties.delete(name);
      outcome = await commitTransaction(this.#store, this.txn, properties, {
        signal,
        keepDate,
        locks: {
          ...(author === undefined ? {} : { username: author }),
          tokens: new Set(lockTokens?.values()),
        },
      });
    } catch (error) {
      this.abort();
      throw error;
    }
    const { revision, date, bytesStored } = outcome;
    const stored = this.#properties.get('svn:author');
    const warning = await this.#after(revision);
    return {
      revision,
      date,
      ...(stored ? { author: Buffer.from(stored).toString('utf8') } : {}),
      ...(warning ? { warning } : {}),
      bytesStored,
    };
  }

  #announce(): void {
    const shown = new Map(this.#properties);
    if (!this.#options.keepDate)
      shown.set('svn:date', Buffer.from(new Date().toISOString().replace('Z', '000Z')));
    this.#announced = AnnouncedTransaction.announce(this.#store, this.txn, shown);
  }

  async #start(): Promise<void> {
    const { author, signal } = this.#options;
    await this.#hooks.startCommit(
      { ...(author === undefined ? {} : { user: author }), capabilities, txnName: this.txn.id },
      signal ? { signal } : {},
    );
    if (this.#announced) this.#properties = this.#announced.properties();
  }

  async #pre(): Promise<void> {
    const { lockTokens, signal } = this.#options;
    this.#announced?.update();
    await this.#hooks.preCommit(
      { txnName: this.txn.id, ...(lockTokens ? { lockTokens } : {}) },
      signal ? { signal } : {},
    );
    // Hooks may change the properties of the transaction.
    if (this.#announced) this.#properties = this.#announced.properties();
  }

  /** What follows a revision that stands: no failure may hide it. */
  async #after(revision: number): Promise<string | undefined> {
    const { author = '', lockTokens, keepLocks = false } = this.#options;
    const warnings: string[] = [];
    try {
      this.#announced?.remove();
    } catch (error) {
      warnings.push((error as Error).message);
    }
    if (this.#options.runHooks?.post ?? true) {
      const failure = await this.#hooks.postCommit({ revision, txnName: this.txn.id });
      if (failure) warnings.push(failure.message);
    }
    if (lockTokens && !keepLocks) {
      const targets = [...lockTokens].map(([path, token]) => ({ path, token }));
      try {
        const { results } = await unlockPaths(this.#store, this.#hooks, targets, { user: author });
        for (const { error } of results) if (error) warnings.push(error.message);
      } catch (error) {
        warnings.push((error as Error).message);
      }
    }
    return warnings.length > 0 ? warnings.join('\n') : undefined;
  }
}

function baseRevision(store: Store, options: CommitOptions): number {
  const youngest = store.youngest();
  const base = options.baseRevision ?? youngest;
  if (!Number.isInteger(base) || base < 0 || base > youngest)
    throw new RevstoreError(fsErrors.FS_NO_SUCH_REVISION, `No such revision ${base}`, {
      data: { revision: base },
    });
  return base;
}
