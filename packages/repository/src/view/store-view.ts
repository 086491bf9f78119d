import { concatBytes, utf8Text } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import {
  canonicalPath,
  fsErrors,
  joinPath,
  serializeNoderevId,
  type Noderev,
  type RevisionTree,
  type Store,
} from '@revstore/fsfs';
import type { RevisionView } from '../interfaces.js';
import type { Depth, DirectoryEntry, ListEntry, NodeStat, Properties } from '../types.js';
import { TimeSlice } from './time-slice.js';

/** A {@link RevisionView} over an open store; it holds nothing open itself. */
export class StoreView implements RevisionView {
  readonly revision: number;
  readonly #store: () => Store;
  readonly #tree: RevisionTree;
  readonly #commits = new Map<number, Pick<ListEntry, 'lastAuthor' | 'lastDate'>>();
  #closed = false;

  /** @param store gives the open store, or throws once its handle is closed. */
  constructor(store: () => Store, revision: number) {
    this.revision = revision;
    this.#store = store;
    this.#tree = store().tree(revision);
  }

  async stat(path: string): Promise<NodeStat> {
    const at = canonicalPath(path);
    return statOf(at, this.#node(at));
  }

  async exists(path: string): Promise<boolean> {
    this.#open();
    return this.#tree.find(canonicalPath(path)) !== undefined;
  }

  async readdir(path: string): Promise<DirectoryEntry[]> {
    const at = canonicalPath(path);
    const node = this.#node(at);
    if (node.kind !== 'dir') throw this.#wrongKind(fsErrors.FS_NOT_DIRECTORY, at, 'directory');
    return this.#open()
      .nodes.directory(node)
      .entries.map(({ name, kind }) => ({ name, kind }));
  }

  async *list(
    path: string,
    options: { readonly depth?: Depth; readonly details?: boolean; readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<ListEntry, void, undefined> {
    const at = canonicalPath(path);
    const details = options.details ?? true;
    const turn = new TimeSlice(options.signal);
    const top = this.#node(at);
    yield this.#listEntry(at, '', top, details);
    if (top.kind !== 'dir' || options.depth === 'empty') return;
    const depth = options.depth ?? 'infinity';
    for (const [relativePath, node] of this.#walk(top, '', depth)) {
      if (turn.over) await turn.rest();
      yield this.#listEntry(joinPath(at, relativePath), relativePath, node, details);
    }
  }

  async properties(path: string): Promise<Properties> {
    return copyOf(this.#open().nodes.properties(this.#node(canonicalPath(path))));
  }

  async inheritedProperties(path: string): Promise<{ path: string; properties: Properties }[]> {
    const at = canonicalPath(path);
    const steps = this.#tree.steps(at);
    if (!steps) throw this.#tree.notFound(at);
    const store = this.#open();
    return steps
      .slice(0, -1)
      .map((step) => ({ path: step.path, properties: copyOf(store.nodes.properties(step.node)) }))
      .filter(({ properties }) => properties.size > 0);
  }

  async *createReadStream(
    path: string,
    options: { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const at = canonicalPath(path);
    const node = this.#node(at);
    if (node.kind !== 'file') throw this.#wrongKind(fsErrors.FS_NOT_FILE, at, 'file');
    options.signal?.throwIfAborted();
    if (!node.text) return;
    // Chunks may be views of cached blocks, which a caller must not be able to change.
    for await (const chunk of this.#open().reps.stream(node.text, options.signal))
      yield new Uint8Array(chunk);
  }

  async readFile(path: string, options: { readonly signal?: AbortSignal } = {}): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.createReadStream(path, options)) chunks.push(chunk);
    return chunks.length === 1 ? chunks[0] : concatBytes(chunks);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #open(): Store {
    if (this.#closed)
      throw new RevstoreError(fsErrors.HANDLE_CLOSED, `The view of revision ${this.revision} is closed`);
    return this.#store();
  }

  #node(path: string): Noderev {
    this.#open();
    return this.#tree.get(path);
  }

  *#walk(directory: Noderev, prefix: string, depth: Depth): Generator<[string, Noderev], void, undefined> {
    const { nodes } = this.#open();
    for (const entry of nodes.directory(directory).entries) {
      if (depth === 'files' && entry.kind === 'dir') continue;
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      const node = nodes.noderev(entry.id);
      yield [path, node];
      if (depth === 'infinity' && entry.kind === 'dir') yield* this.#walk(node, path, depth);
    }
  }

  #listEntry(path: string, relativePath: string, node: Noderev, details: boolean): ListEntry {
    const stat = statOf(path, node);
    if (!details) return { ...stat, relativePath };
    const lock = node.kind === 'file' ? this.#open().locks.lock(path) : undefined;
    return { ...stat, relativePath, ...this.#commit(stat.createdRevision), ...(lock ? { lock } : {}) };
  }

  #commit(revision: number): Pick<ListEntry, 'lastAuthor' | 'lastDate'> {
    let commit = this.#commits.get(revision);
    if (!commit) {
      const properties = this.#open().revprops.read(revision);
      const author = properties.get('svn:author');
      const date = properties.get('svn:date');
      commit = {
        ...(author ? { lastAuthor: utf8Text(author) } : {}),
        ...(date ? { lastDate: utf8Text(date) } : {}),
      };
      this.#commits.set(revision, commit);
    }
    return commit;
  }

  #wrongKind(row: typeof fsErrors.FS_NOT_FILE, path: string, wanted: string): RevstoreError {
    return new RevstoreError(row, `'${path}' is not a ${wanted} in filesystem '${this.#open().ids.uuid}'`, {
      data: { path, revision: this.revision },
    });
  }
}

function statOf(path: string, node: Noderev): NodeStat {
  return {
    path,
    kind: node.kind,
    size: node.kind === 'file' ? (node.text?.expandedSize ?? 0) : 0,
    createdRevision: node.id.revision,
    hasProperties: node.properties !== undefined,
    ...(node.kind === 'file' && node.text ? { md5: node.text.md5 } : {}),
    ...(node.kind === 'file' && node.text?.sha1 ? { sha1: node.text.sha1 } : {}),
    id: serializeNoderevId(node.id),
  };
}

function copyOf(properties: ReadonlyMap<string, Uint8Array>): Properties {
  return new Map([...properties].map(([name, value]) => [name, new Uint8Array(value)]));
}
