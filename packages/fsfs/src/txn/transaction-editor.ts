import { compareUtf8, toHex } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { applySvndiff } from '@revstore/svndiff';
import { alreadyExists, fsErrors, wrongKind } from '../fsfs-errors/index.js';
import { joinPath, pathComponents } from '../fspath/index.js';
import type { Noderev } from '../nodes/index.js';
import type { Representation } from '../reps/index.js';
import type { Store } from '../store/index.js';
import { chooseDeltaBase } from './delta-base.js';
import { noRow, origins, type StoredText } from './edit-table.js';
import { encodeText } from './encode-text.js';
import { ownRepresentation, ownTexts } from './own-texts.js';
import type { Transaction } from './transaction.js';

/** Texts of up to this many bytes are handled in one piece. */
const wholeTextLimit = 1024 * 1024;

/** A node of a transaction's tree. */
export interface TransactionNode {
  readonly kind: 'file' | 'dir';
  /** Its row in the table of edits; -1 where the transaction has not touched it. */
  readonly row: number;
  /**
   * The committed version that it builds on: the node of the base revision, the source of a copy; absent for what the
   * transaction made.
   */
  readonly committed?: Noderev;
}

/** The contents of a file as a caller has them. */
export type TextChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const md5OfNothing = 'd41d8cd98f00b204e9800998ecf8427e';
const noProperties: ReadonlyMap<string, Uint8Array> = new Map();

/**
 * Edits a transaction by path: its tree is that of the base revision with the edits so far. Paths are canonical. Every
 * method throws Subversion's errors: `FS_NOT_FOUND`, `FS_ALREADY_EXISTS`, `FS_NOT_DIRECTORY`, `FS_NOT_FILE`; a failed
 * edit changes nothing.
 */
export class TransactionEditor {
  readonly #store: Store;
  readonly #txn: Transaction;

  constructor(store: Store, txn: Transaction) {
    this.#store = store;
    this.#txn = txn;
  }

  /** The node at a path, or `undefined`. */
  find(path: string): TransactionNode | undefined {
    let node = this.#root();
    for (const name of pathComponents(path)) {
      const child = node.kind === 'dir' ? this.#child(node, name) : undefined;
      if (!child) return undefined;
      node = child;
    }
    return node;
  }

  /** The node at a path. */
  get(path: string): TransactionNode {
    const node = this.find(path);
    if (!node) throw this.#notFound(path);
    return node;
  }

  /** Names in a directory, in byte order. */
  entries(path: string): string[] {
    const node = this.get(path);
    if (node.kind !== 'dir') throw wrongKind('directory', path, this.#store.ids.uuid);
    const names = new Set<string>();
    if (node.committed)
      for (const { name } of this.#store.nodes.directory(node.committed).entries) names.add(name);
    if (node.row !== noRow) {
      const { edits } = this.#txn;
      for (const row of edits.children(node.row))
        if (edits.origin(row) === origins.gone) names.delete(edits.name(row));
        else names.add(edits.name(row));
    }
    return [...names].sort(compareUtf8);
  }

  properties(path: string): ReadonlyMap<string, Uint8Array> {
    return this.#propertiesOf(this.get(path));
  }

  /** Adds an empty directory. @returns its row. */
  makeDirectory(path: string): number {
    const { parent, name } = this.#place(path);
    return this.#txn.edits.addNew(parent, name, 'dir', this.#txn.newNumber());
  }

  /** Adds a file that has no text yet, which reads as an empty one. @returns its row. */
  makeFile(path: string): number {
    const { parent, name } = this.#place(path);
    return this.#txn.edits.addNew(parent, name, 'file', this.#txn.newNumber());
  }

  /**
   * Adds a copy of a node of a committed revision, with all that is below it.
   *
   * @throws RevstoreError `FS_NO_SUCH_REVISION`
   */
  copy(from: { readonly revision: number; readonly path: string }, path: string): number {
    const youngest = this.#store.youngest();
    if (!(from.revision >= 0 && from.revision <= youngest))
      throw new RevstoreError(fsErrors.FS_NO_SUCH_REVISION, `No such revision ${from.revision}`, {
        data: { revision: from.revision },
      });
    const source = this.#store.tree(from.revision).get(from.path);
    const { parent, name } = this.#place(path);
    return this.#txn.edits.addCopy(parent, name, source.kind, this.#txn.newCopyNumber(), {
      revision: source.id.revision,
      itemIndex: source.id.itemIndex,
      fromRevision: from.revision,
      fromPath: from.path,
    });
  }

  /** Deletes a node with all that is below it. @throws RevstoreError `FS_ROOT_DIR` */
  delete(path: string): void {
    if (path === '/') throw new RevstoreError(fsErrors.FS_ROOT_DIR, 'The root directory cannot be deleted');
    const node = this.get(path);
    if (node.row !== noRow) {
      this.#txn.edits.remove(node.row);
      return;
    }
    const { parent, name } = this.#open(path);
    this.#txn.edits.addGone(parent, name, node.kind);
  }

  /** Sets a property of a node, or removes it where `value` is `undefined`. */
  setProperty(path: string, name: string, value: Uint8Array | undefined): void {
    this.setProperties(path, [[name, value]]);
  }

  /** Sets and removes properties of a node. */
  setProperties(path: string, changes: Iterable<readonly [string, Uint8Array | undefined]>): void {
    const row = this.#openRow(path);
    const properties = new Map(this.#propertiesOf(this.get(path)));
    let mergeinfo = this.#txn.edits.mergeinfoModified(row);
    for (const [name, value] of changes) {
      if (value === undefined) properties.delete(name);
      else properties.set(name, value);
      mergeinfo ||= name === 'svn:mergeinfo';
    }
    this.#txn.edits.setProperties(row, properties, mergeinfo);
  }

  /**
   * The contents of a file as they are now.
   *
   * @returns chunks; views that must not be changed.
   */
  async *readText(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    const { row, committed } = this.#file(path);
    const own = row === noRow ? undefined : this.#txn.edits.text(row);
    if (own) yield* ownTexts(this.#store, this.#txn).stream(ownRepresentation(own), signal);
    else if (committed?.text) yield* this.#store.reps.stream(committed.text, signal);
  }

  /** The text that a file has in the base revision or the copied one, to be a delta's source; `undefined` for none. */
  committedText(path: string): Representation | undefined {
    return this.#file(path).committed?.text;
  }

  /**
   * Replaces the text of a file.
   *
   * @throws what `contents` throws, and the signal's reason; the file then has the text that it had.
   */
  async putText(path: string, contents: Uint8Array | TextChunks, signal?: AbortSignal): Promise<void> {
    const { committed } = this.#file(path);
    const setText = (text: StoredText): void =>
      this.#txn.edits.setText(this.#openRow(path), text, this.#txn.newNumber());
    if (contents instanceof Uint8Array && contents.length <= wholeTextLimit) {
      setText(this.#encode(contents, committed));
      return;
    }
    const { codec, level } = this.#store.settings.compression;
    const rep = chooseDeltaBase(this.#store, committed, 'text');
    const chunks = contents instanceof Uint8Array ? [contents] : contents;
    const text = await this.#txn.writeText(chunks, this.#store.provider[codec], level, {
      ...(rep ? { base: { rep, chunks: this.#store.reps.stream(rep, signal) } } : {}),
      ...(signal ? { signal } : {}),
    });
    setText(text);
  }

  /**
   * Replaces the text of a file by what an svndiff document makes of it.
   *
   * @param baseMd5 of what the document builds on, 32 hex digits.
   * @throws RevstoreError `CHECKSUM_MISMATCH` where the file has another text; of kind `corrupt` for a bad document; what
   * `document` throws, and the signal's reason. The file then has the text that it had.
   */
  async patchText(path: string, document: TextChunks, baseMd5?: string, signal?: AbortSignal): Promise<void> {
    const { row, committed } = this.#file(path);
    const own = row === noRow ? undefined : this.#txn.edits.text(row);
    const md5 = own ? toHex(own.md5) : (committed?.text?.md5 ?? md5OfNothing);
    if (baseMd5 !== undefined && baseMd5 !== md5)
      throw new RevstoreError(
        fsErrors.CHECKSUM_MISMATCH,
        `Base checksum mismatch on '${path}':\n   expected:  ${baseMd5}\n     actual:  ${md5}\n`,
        { data: { path, expected: baseMd5, actual: md5 } },
      );
    const text = applySvndiff(this.readText(path, signal), document, this.#store.provider);
    await this.putText(path, text, signal);
  }

  #encode(text: Uint8Array, committed: Noderev | undefined): StoredText {
    const { codec, level } = this.#store.settings.compression;
    const rep = chooseDeltaBase(this.#store, committed, 'text');
    const base = rep && { rep, text: this.#store.reps.readAll(rep) };
    return this.#txn.appendText(encodeText(text, this.#store.provider[codec], level, base));
  }

  #file(path: string): TransactionNode {
    const node = this.get(path);
    if (node.kind !== 'file') throw wrongKind('file', path, this.#store.ids.uuid);
    return node;
  }

  #root(): TransactionNode {
    return { kind: 'dir', row: 0, committed: this.#store.tree(this.#txn.baseRevision).root };
  }

  #child(parent: TransactionNode, name: string): TransactionNode | undefined {
    const { edits } = this.#txn;
    const { nodes } = this.#store;
    const row = parent.row === noRow ? noRow : edits.find(parent.row, name);
    if (row !== noRow) {
      const origin = edits.origin(row);
      if (origin === origins.gone) return undefined;
      if (origin === origins.new) return { kind: edits.kind(row), row };
      if (origin === origins.copy)
        return { kind: edits.kind(row), row, committed: nodes.noderev(edits.copySource(row)!) };
    }
    const entry = parent.committed && nodes.directory(parent.committed).get(name);
    return entry && { kind: entry.kind, row, committed: nodes.noderev(entry.id) };
  }

  #propertiesOf(node: TransactionNode): ReadonlyMap<string, Uint8Array> {
    const own = node.row === noRow ? undefined : this.#txn.edits.properties(node.row);
    return own ?? (node.committed ? this.#store.nodes.properties(node.committed) : noProperties);
  }

  /** Where a new node at `path` goes. Nothing is changed before everything is checked. */
  #place(path: string): { readonly parent: number; readonly name: string } {
    if (path === '/' || this.find(path)) throw alreadyExists(path, this.#txn.id, this.#store.ids.uuid);
    let node: TransactionNode = this.#root();
    let at = '/';
    for (const name of pathComponents(path).slice(0, -1)) {
      const child = this.#child(node, name);
      if (!child) throw this.#notFound(path);
      at = joinPath(at, name);
      if (child.kind !== 'dir')
        throw new RevstoreError(
          fsErrors.FS_NOT_DIRECTORY,
          `Failure opening '${at}' in transaction '${this.#txn.id}'`,
          { data: { path: at }, cause: wrongKind('directory', at, this.#store.ids.uuid) },
        );
      node = child;
    }
    return this.#open(path);
  }

  /** Makes rows of the directories on the way to a path; they are there. */
  #open(path: string): { readonly parent: number; readonly name: string } {
    const names = pathComponents(path);
    const name = names.pop() ?? '';
    let node = this.#root();
    for (const step of names) {
      const child = this.#child(node, step)!;
      const row = child.row === noRow ? this.#txn.edits.addBase(node.row, step) : child.row;
      node = { ...child, row };
    }
    return { parent: node.row, name };
  }

  #openRow(path: string): number {
    const node = this.get(path);
    if (node.row !== noRow) return node.row;
    const { parent, name } = this.#open(path);
    return this.#txn.edits.addBase(parent, name, node.kind);
  }

  #notFound(path: string): RevstoreError {
    return new RevstoreError(
      fsErrors.FS_NOT_FOUND,
      `File not found: transaction '${this.#txn.id}', path '${path}'`,
      { data: { path } },
    );
  }
}
