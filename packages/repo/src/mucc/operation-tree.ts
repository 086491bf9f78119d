import { commandLineError } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { joinPath, type Repository, type RevisionView } from '@revstore/repository';
import type { LocalContents } from '../local-contents.js';
import { checkPropertyName } from '../property-names.js';
import { canonicalNodeProperty, refuseForeignName } from '../node-properties.js';
import { repoErrors } from '../repo-errors.js';
import { Operation } from './operation.js';

type Kind = 'file' | 'dir' | undefined;

/** Where a node of the tree comes from. */
interface Origin {
  /** Absent for what is new or deleted. */
  readonly place?: { readonly path: string; readonly revision: number };
  /** Whether an operation settles it: it was added, copied or deleted. */
  readonly settled: boolean;
}

/**
 * The tree of operations that svnmucc makes of its actions, with all checks that it makes before the commit. Paths are
 * relative to the anchor, decoded.
 *
 * @see libsvn_client/mtcc.c
 */
export class OperationTree {
  readonly root = new Operation('', 'open-directory');
  readonly #repository: Repository;
  /** The directory in the repository. */
  readonly #anchor: string;
  readonly #head: number;
  readonly baseRevision: number;
  readonly #views = new Map<number, RevisionView>();

  private constructor(repository: Repository, anchor: string, head: number, baseRevision: number) {
    this.#repository = repository;
    this.#anchor = anchor;
    this.#head = head;
    this.baseRevision = baseRevision;
  }

  /**
   * @param anchor path in the repository.
   * @param base default the youngest revision.
   * @throws RevstoreError FS_NO_SUCH_REVISION (E160006)
   */
  static async create(repository: Repository, anchor: string, base?: number): Promise<OperationTree> {
    const head = await repository.youngest();
    if (base !== undefined && base > head)
      throw new RevstoreError(repoErrors.FS_NO_SUCH_REVISION, `No such revision ${base} (HEAD is ${head})`, {
        data: { revision: base },
      });
    return new OperationTree(repository, anchor, head, base ?? head);
  }

  async makeDirectory(path: string): Promise<void> {
    await this.#checkFree(path);
    const operation = this.#takeRoot(path) ?? this.root.create(path, 'open-directory');
    if (!operation) throw illegal(`Can't create directory at '${path}'`);
    operation.kind = 'add-directory';
  }

  async put(path: string, open: () => LocalContents): Promise<void> {
    let kind = await this.kindOf(path, true);
    if (kind === 'dir') {
      await this.delete(path);
      kind = undefined;
    }
    const contents = open();
    if (kind === 'file') await this.#update(path, contents);
    else await this.#addFile(path, contents);
  }

  /** @param revision default the youngest. */
  async copy(from: string, revision: number | undefined, path: string): Promise<void> {
    if (revision !== undefined && revision > this.#head)
      throw new RevstoreError(repoErrors.FS_NO_SUCH_REVISION, `No such revision ${revision}`, {
        data: { revision },
      });
    const at = revision ?? this.#head;
    await this.#checkFree(path);
    const source = { path: this.absolute(from), revision: at };
    const kind = await this.#kindAt(source);
    if (!kind)
      throw new RevstoreError(repoErrors.FS_NOT_FOUND, `Path '${from}' not found in revision ${at}`, {
        data: { path: from, revision: at },
      });
    const operation = this.root.create(path, kind === 'file' ? 'open-file' : 'open-directory');
    if (!operation) throw illegal(`Can't add node at '${path}'`);
    operation.kind = kind === 'file' ? 'add-file' : 'add-directory';
    operation.source = source;
  }

  async move(from: string, path: string): Promise<void> {
    const { place, settled } = originBelow(this.root, from);
    // As svnmucc, which moves only what no action before has made.
    if (place || settled)
      throw new RevstoreError(repoErrors.FS_NOT_FOUND, `No origin found for node at '${from}'`, {
        data: { path: from },
      });
    await this.copy(from, this.baseRevision, path);
    await this.#remove(from, true);
  }

  delete(path: string): Promise<void> {
    return this.#remove(path, false);
  }

  /** Sets a property, or removes it where there is no value. */
  async setProperty(path: string, name: string, value: Uint8Array | undefined): Promise<void> {
    try {
      checkPropertyName(name);
    } catch {
      throw new RevstoreError(repoErrors.CLIENT_PROPERTY_NAME, `Bad property name: '${name}'`);
    }
    refuseForeignName(name);
    let stored = value;
    if (value !== undefined && name.startsWith('svn:')) {
      const kind = await this.kindOf(path);
      if (!kind)
        throw new RevstoreError(
          repoErrors.NODE_UNEXPECTED_KIND,
          `'${path === '' ? '.' : path}' is not a file or directory`,
          { data: { path } },
        );
      stored = await canonicalNodeProperty(name, value, {
        display: path === '' ? '.' : path,
        kind,
        mimeType: () => this.#mimeType(path),
        contents: () => this.#contents(path),
      });
    }
    (await this.#opened(path)).properties.push([name, stored]);
  }

  /** The path in the repository. */
  absolute(path: string): string {
    return joinPath(this.#anchor, path);
  }

  /** What will be at a path; undefined for nothing. @param checkRepository whether an operation there is verified. */
  async kindOf(path: string, checkRepository = false): Promise<Kind> {
    const { root } = this;
    if (path === '' && root.isUntouched && !root.checked) {
      const kind = await this.#kindAt({ path: this.#anchor, revision: this.baseRevision });
      root.checked = true;
      if (kind === 'file') {
        root.kind = 'open-file';
        root.children = undefined;
      }
      return kind;
    }
    const operation = root.find(path);
    if (operation && (!checkRepository || operation.checked)) return operation.isFile ? 'file' : 'dir';
    const { place } = this.#origin(path);
    const kind = place && (await this.#kindAt(place));
    if (operation) verifyKind(operation, kind, path);
    return kind;
  }

  async close(): Promise<void> {
    for (const view of this.#views.values()) await view.close();
  }

  async #addFile(path: string, contents: LocalContents): Promise<void> {
    await this.#checkFree(path);
    const operation = this.#takeRoot(path) ?? this.root.create(path, 'open-file');
    if (!operation) throw illegal(`Can't add file at '${path}'`);
    operation.kind = 'add-file';
    operation.contents = contents;
  }

  async #update(path: string, contents: LocalContents): Promise<void> {
    if ((await this.kindOf(path)) !== 'file')
      throw new RevstoreError(repoErrors.FS_NOT_FILE, `Can't update '${path}' because it is not a file`, {
        data: { path },
      });
    const operation = this.root.find(path) ?? this.root.create(path, 'open-file');
    if (!operation?.isFile || operation.contents !== undefined)
      throw illegal(`Can't update file at '${path}'`);
    operation.contents = contents;
  }

  async #remove(path: string, forMove: boolean): Promise<void> {
    if ((await this.kindOf(path)) === undefined)
      throw new RevstoreError(
        repoErrors.FS_NOT_FOUND,
        `Can't delete node at '${path}' as it does not exist`,
        { data: { path } },
      );
    let operation = this.#takeRoot(path) ?? this.root.create(path, 'open-file', true);
    if (!operation && !forMove) {
      // What only has deletions below it may go as a whole.
      const known = this.root.find(path);
      if (known && !known.doesMoreThanDelete) operation = known;
    }
    if (!operation) throw illegal(`Can't delete node at '${path}'`);
    operation.kind = 'delete';
    operation.children = undefined;
    operation.properties.length = 0;
  }

  /** The operation of a node that gets properties. */
  async #opened(path: string): Promise<Operation> {
    if (path === '' && this.root.isUntouched) {
      if ((await this.kindOf('')) === undefined) throw missing(path);
      return this.root;
    }
    const known = this.root.find(path);
    if (known) return known;
    const kind = await this.kindOf(path);
    if (kind === undefined) throw missing(path);
    return this.root.create(path, kind === 'dir' ? 'open-directory' : 'open-file')!;
  }

  /** The root, where it is what an action changes before all others. */
  #takeRoot(path: string): Operation | undefined {
    return path === '' && this.root.isUntouched ? this.root : undefined;
  }

  /** @throws RevstoreError FS_ALREADY_EXISTS (E160020). */
  async #checkFree(path: string): Promise<void> {
    if (path !== '' || !this.root.isUntouched) {
      if (this.root.find(path))
        throw taken(`Path '${path}' already exists, or was created by an earlier operation`);
      if (this.root.find(path, true)) return;
    }
    if ((await this.kindOf(path)) !== undefined) throw taken(`Path '${path}' already exists`);
  }

  #origin(path: string): Origin {
    const origin = originBelow(this.root, path);
    if (origin.place || origin.settled) return origin;
    return { place: { path: this.absolute(path), revision: this.baseRevision }, settled: false };
  }

  async #view(revision: number): Promise<RevisionView> {
    const known = this.#views.get(revision);
    if (known) return known;
    const view = await this.#repository.revision(revision);
    this.#views.set(revision, view);
    return view;
  }

  async #kindAt({ path, revision }: { readonly path: string; readonly revision: number }): Promise<Kind> {
    const view = await this.#view(revision);
    return (await view.exists(path)) ? (await view.stat(path)).kind : undefined;
  }

  async #mimeType(path: string): Promise<Uint8Array | undefined> {
    const own = this.root.find(path)?.properties.find(([name]) => name === 'svn:mime-type');
    if (own) return own[1];
    const { place } = this.#origin(path);
    return place && (await (await this.#view(place.revision)).properties(place.path)).get('svn:mime-type');
  }

  async *#stored(path: string): AsyncGenerator<Uint8Array, void, undefined> {
    const { place } = this.#origin(path);
    if (place) yield* (await this.#view(place.revision)).createReadStream(place.path);
  }

  #contents(path: string): Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined {
    const own = this.root.find(path)?.contents;
    if (!own) return this.#stored(path);
    return own.seekable ? own.chunks() : undefined;
  }
}

function originBelow(operation: Operation, path: string): Origin {
  if (path === '')
    return { settled: operation.isAdded, ...(operation.source ? { place: operation.source } : {}) };
  const slash = path.indexOf('/');
  const [name, below] = slash < 0 ? [path, ''] : [path.slice(0, slash), path.slice(slash + 1)];
  const child = operation.child(name, true);
  if (child) {
    if (child.kind === 'delete') return { settled: true };
    const origin = originBelow(child, below);
    if (origin.place || origin.settled) return origin;
  }
  if (!operation.isAdded) return { settled: false };
  const { source } = operation;
  return {
    settled: true,
    ...(source ? { place: { path: joinPath(source.path, path), revision: source.revision } } : {}),
  };
}

function verifyKind(operation: Operation, kind: Kind, path: string): void {
  const wanted = operation.isFile ? 'file' : 'dir';
  if (kind === wanted) operation.checked = true;
  else if (kind !== undefined) {
    const [row, what] =
      wanted === 'file' ? [repoErrors.FS_NOT_FILE, 'file'] : [repoErrors.FS_NOT_DIRECTORY, 'directory'];
    throw new RevstoreError(row, `Can't perform ${what} operation on '${path}' as it is not a ${what}`, {
      data: { path },
    });
  } else if (!operation.isAdded)
    throw new RevstoreError(repoErrors.FS_NOT_FOUND, `Can't open '${path}' as it does not exist`, {
      data: { path },
    });
}

function illegal(message: string): RevstoreError {
  return commandLineError('ILLEGAL_TARGET', message);
}

function missing(path: string): RevstoreError {
  return illegal(`Can't set properties at not existing '${path}'`);
}

function taken(message: string): RevstoreError {
  return new RevstoreError(repoErrors.FS_ALREADY_EXISTS, message);
}
