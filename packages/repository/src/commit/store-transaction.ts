import { canonicalPath, fsErrors, joinPath, wrongKind, type Store } from '@revstore/fsfs';
import { RevstoreError } from '@revstore/errors';
import type {
  CommitOptions,
  CommitResult,
  CommitTransaction,
  DirectoryEntry,
  Edit,
  NodeKind,
  Properties,
} from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import { checkProperty } from './check-property.js';
import { EditApplier } from './edit-applier.js';
import { OpenCommit } from './open-commit.js';

/** A transaction that its caller edits step by step. */
export class StoreTransaction implements CommitTransaction {
  readonly id: string;
  readonly baseRevision: number;
  readonly #store: Store;
  readonly #commit: OpenCommit;
  readonly #applier: EditApplier;
  readonly #signal: AbortSignal | undefined;
  #ended = false;

  private constructor(store: Store, commit: OpenCommit, signal: AbortSignal | undefined) {
    this.#store = store;
    this.#commit = commit;
    this.id = commit.txn.id;
    this.baseRevision = commit.txn.baseRevision;
    this.#applier = new EditApplier(commit.editor, this.baseRevision);
    this.#signal = signal;
  }

  /** Begins one. @throws as {@link OpenCommit.begin}. */
  static async begin(store: Store, hooks: Hooks, options: CommitOptions): Promise<StoreTransaction> {
    return new StoreTransaction(store, await OpenCommit.begin(store, hooks, options), options.signal);
  }

  /** Goes on with one that was suspended. @throws as {@link OpenCommit.resume}. */
  static async resume(
    store: Store,
    hooks: Hooks,
    id: string,
    options: CommitOptions,
  ): Promise<StoreTransaction> {
    return new StoreTransaction(store, await OpenCommit.resume(store, hooks, id, options), options.signal);
  }

  async apply(edit: Edit): Promise<void> {
    this.#open();
    await this.#applier.apply(edit, this.#signal);
  }

  async kind(path: string): Promise<NodeKind | undefined> {
    return this.#open().editor.find(canonicalPath(path))?.kind;
  }

  async readdir(path: string): Promise<DirectoryEntry[]> {
    const { editor } = this.#open();
    const directory = canonicalPath(path);
    return editor.entries(directory).map((name) => ({
      name,
      kind: editor.get(joinPath(directory, name)).kind,
    }));
  }

  async *createReadStream(path: string): AsyncGenerator<Uint8Array, void, undefined> {
    const { editor } = this.#open();
    const file = canonicalPath(path);
    if (editor.get(file).kind !== 'file') throw wrongKind('file', file, this.#store.ids.uuid);
    for await (const chunk of editor.readText(file, this.#signal)) yield new Uint8Array(chunk);
  }

  async properties(path: string): Promise<Properties> {
    return new Map(this.#open().editor.properties(canonicalPath(path)));
  }

  async revisionProperties(): Promise<Properties> {
    return new Map(this.#open().properties);
  }

  async setRevisionProperty(name: string, value: Uint8Array | undefined): Promise<void> {
    const { properties } = this.#open();
    if (value === undefined) properties.delete(name);
    else {
      checkProperty(name, value);
      properties.set(name, value);
    }
  }

  async commit(): Promise<CommitResult> {
    const commit = this.#end();
    const { bytesStored: _bytesStored, ...result } = await commit.commit();
    return result;
  }

  async suspend(): Promise<void> {
    this.#end().leave();
  }

  async abort(): Promise<void> {
    if (!this.#ended) this.#end().abort();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.abort();
  }

  #open(): OpenCommit {
    if (this.#ended)
      throw new RevstoreError(fsErrors.HANDLE_CLOSED, `Transaction '${this.id}' is ended`, {
        data: { transaction: this.id },
      });
    return this.#commit;
  }

  #end(): OpenCommit {
    const commit = this.#open();
    this.#ended = true;
    return commit;
  }
}
