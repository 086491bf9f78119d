import {
  abortTransaction,
  alreadyExists,
  baseName,
  beginTransaction,
  canonicalPath,
  commitTransaction,
  fsErrors,
  parentPath,
  wrongKind,
  type Store,
  type Transaction,
} from '@revstore/fsfs';
import { RevstoreError } from '@revstore/errors';
import type { CommitOptions, CommitResult, Edit, Properties } from '../api/index.js';
import { checkProperty } from './check-property.js';

/** The revision properties that a commit begins with. @throws as {@link checkProperty}. */
export function commitProperties(options: CommitOptions): Properties {
  const properties: Properties = new Map(options.revisionProperties);
  if (options.author !== undefined) properties.set('svn:author', Buffer.from(options.author));
  if (options.message !== undefined) properties.set('svn:log', Buffer.from(options.message));
  for (const [name, value] of properties) checkProperty(name, value);
  return properties;
}

/**
 * Makes one revision of a list of edits.
 *
 * @throws RevstoreError `FS_NOT_FOUND` for a missing parent, `FS_ALREADY_EXISTS`, `FS_NOT_DIRECTORY`,
 * `FS_PATH_SYNTAX`, of properties as {@link checkProperty}; `FS_CONFLICT` when others changed the same meanwhile; the signal's reason. Nothing is left then.
 */
export async function commitEdits(
  store: Store,
  edits: Iterable<Edit> | AsyncIterable<Edit>,
  options: CommitOptions = {},
): Promise<CommitResult> {
  const { signal, author } = options;
  const revisionProperties = commitProperties(options);
  const txn = await beginTransaction(store, store.youngest(), signal);
  try {
    const editor = new Editor(store, txn);
    for await (const edit of edits) {
      signal?.throwIfAborted();
      await editor.apply(edit, signal);
    }
  } catch (error) {
    abortTransaction(txn);
    throw error;
  }
  const { revision, date } = await commitTransaction(store, txn, revisionProperties, signal);
  return { revision, date, ...(author === undefined ? {} : { author }) };
}

const kinds = { 'add-file': 'file', 'make-directory': 'dir' } as const;

/** Applies edits to a transaction. */
class Editor {
  readonly #store: Store;
  readonly #txn: Transaction;
  /** Rows of directories by path, `undefined` for files and other nodes of this transaction. */
  readonly #rows = new Map<string, number | undefined>([['/', 0]]);

  constructor(store: Store, txn: Transaction) {
    this.#store = store;
    this.#txn = txn;
  }

  async apply(edit: Edit, signal?: AbortSignal): Promise<void> {
    const path = canonicalPath(edit.path);
    checkName(baseName(path), path);
    const parent = this.#directory(parentPath(path));
    if (path === '/' || this.#rows.has(path) || this.#store.tree(this.#txn.baseRevision).find(path))
      throw alreadyExists(path, this.#txn.id, this.#store.ids.uuid);
    const { edits } = this.#txn;
    const kind = kinds[edit.type];
    if (kind === undefined) throw new TypeError(`'${String(edit.type)}' is no type of edit`);
    const row = edits.addNew(parent, baseName(path), kind, this.#txn.newNumber());
    this.#rows.set(path, kind === 'dir' ? row : undefined);
    for (const [name, value] of edit.properties ?? []) checkProperty(name, value);
    if (edit.properties) edits.setProperties(row, edit.properties);
    if (edit.type === 'add-file') {
      const { codec, level } = this.#store.settings.compression;
      const chunks = edit.contents instanceof Uint8Array ? [edit.contents] : copies(edit.contents);
      const text = await this.#txn.writeText(chunks, this.#store.provider[codec], level, signal);
      edits.setText(row, text, this.#txn.newNumber());
    }
  }

  #directory(path: string): number {
    const known = this.#rows.get(path);
    if (known !== undefined) return known;
    const node = this.#rows.has(path) ? undefined : this.#store.tree(this.#txn.baseRevision).find(path);
    if (node?.kind === 'dir') {
      const row = this.#txn.edits.addExisting(this.#directory(parentPath(path)), baseName(path));
      this.#rows.set(path, row);
      return row;
    }
    if (node || this.#rows.has(path)) throw wrongKind('directory', path, this.#store.ids.uuid);
    throw new RevstoreError(
      fsErrors.FS_NOT_FOUND,
      `File not found: transaction '${this.#txn.id}', path '${path}'`,
      { data: { path } },
    );
  }
}

/** Chunks of a caller's stream, which may use their memory again. */
async function* copies(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The contents of a file must be bytes');
    yield new Uint8Array(chunk);
  }
}

/** Subversion's repository layer refuses control characters in names. */
function checkName(name: string, path: string): void {
  const control = /[\x00-\x1f\x7f]/.exec(name);
  if (control)
    throw new RevstoreError(
      fsErrors.FS_PATH_SYNTAX,
      `Invalid control character '0x${control[0].charCodeAt(0).toString(16).padStart(2, '0')}' in path '${path}'`,
      { data: { path } },
    );
  if (!name.isWellFormed())
    throw new RevstoreError(fsErrors.FS_PATH_SYNTAX, `Path '${path}' is not in UTF-8`, { data: { path } });
}
