import { baseName, canonicalPath, fsErrors, type TransactionEditor } from '@revstore/fsfs';
import { RevstoreError } from '@revstore/errors';
import type { DeltaContents, Edit, FileContents, PropertyChanges } from '../api/index.js';
import { checkProperty } from './check-property.js';

/** Applies edits to a transaction. */
export class EditApplier {
  readonly #editor: TransactionEditor;
  readonly #baseRevision: number;

  constructor(editor: TransactionEditor, baseRevision: number) {
    this.#editor = editor;
    this.#baseRevision = baseRevision;
  }

  async apply(edit: Edit, signal?: AbortSignal): Promise<void> {
    const path = canonicalPath(edit.path);
    switch (edit.type) {
      case 'make-directory':
        checkName(path);
        checkProperties(edit.properties);
        this.#editor.makeDirectory(path);
        return this.#setProperties(path, edit.properties);
      case 'add-file':
        checkName(path);
        checkProperties(edit.properties);
        this.#editor.makeFile(path);
        return this.#fill(path, edit, signal);
      case 'put-file': {
        checkName(path);
        checkProperties(edit.properties);
        if (!this.#editor.find(path)) {
          if (edit.baseRevision !== undefined) throw outOfDate(path);
          this.#editor.makeFile(path);
          return this.#fill(path, edit, signal);
        }
        this.#checkBase(path, edit.baseRevision);
        await this.#put(path, edit.contents, signal);
        return this.#setProperties(path, edit.properties);
      }
      case 'copy':
        checkName(path);
        return this.#copy(path, edit.from.path, edit.from.revision);
      case 'move': {
        checkName(path);
        const from = canonicalPath(edit.from);
        this.#checkBase(from, edit.baseRevision);
        this.#copy(path, from);
        return this.#editor.delete(from);
      }
      case 'delete':
        this.#checkBase(path, edit.baseRevision);
        return this.#editor.delete(path);
      case 'set-properties':
        this.#checkBase(path, edit.baseRevision);
        return this.#setProperties(path, edit.properties);
      default:
        throw new TypeError(`'${String((edit as { type: unknown }).type)}' is no type of edit`);
    }
  }

  #copy(path: string, from: string, revision = this.#baseRevision): void {
    this.#editor.copy({ path: canonicalPath(from), revision }, path);
  }

  #setProperties(path: string, properties: PropertyChanges | undefined): void {
    const changes = [...(properties ?? [])];
    if (changes.length === 0) return;
    checkProperties(changes);
    this.#editor.setProperties(path, changes);
  }

  /** Gives a new file its contents and properties; where that fails there is no file. */
  async #fill(
    path: string,
    edit: { readonly contents: FileContents | DeltaContents; readonly properties?: PropertyChanges },
    signal?: AbortSignal,
  ): Promise<void> {
    try {
      await this.#put(path, edit.contents, signal);
      this.#setProperties(path, edit.properties);
    } catch (error) {
      this.#editor.delete(path);
      throw error;
    }
  }

  #put(path: string, contents: FileContents | DeltaContents, signal?: AbortSignal): Promise<void> {
    if ('delta' in contents) return this.#editor.patchText(path, contents.delta, contents.baseMd5, signal);
    return this.#editor.putText(path, contents instanceof Uint8Array ? contents : copies(contents), signal);
  }

  #checkBase(path: string, base: number | undefined): void {
    if (base === undefined) return;
    const node = this.#editor.find(path);
    if (!node) throw outOfDate(path);
    if (node.committed && node.committed.id.revision > base) throw outOfDate(path, node.kind);
  }
}

function checkProperties(properties: PropertyChanges | undefined): void {
  for (const [name, value] of properties ?? []) if (value !== undefined) checkProperty(name, value);
}

function outOfDate(path: string, kind?: 'file' | 'dir'): RevstoreError {
  const what = kind === 'file' ? 'File ' : kind === 'dir' ? 'Directory ' : '';
  return new RevstoreError(fsErrors.FS_TXN_OUT_OF_DATE, `${what}'${path}' is out of date`, {
    data: { path },
  });
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
function checkName(path: string): void {
  const name = baseName(path);
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
