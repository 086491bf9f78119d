import { concatBytes } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import {
  canonicalPath,
  fsErrors,
  joinPath,
  serializeNoderevId,
  wrongKind,
  type Noderev,
  type RevisionTree,
  type Store,
} from '@revstore/fsfs';
import type {
  Depth,
  DirectoryEntry,
  ListEntry,
  NodeStat,
  Properties,
  RevisionView,
  WalkEntry,
  WalkOptions,
} from '../api/index.js';
import { Signatures } from './signatures.js';
import { TimeSlice } from './time-slice.js';

/** A node on a walk; it is read when it is asked for. */
interface Step {
  readonly entry: WalkEntry;
  readonly node: () => Noderev;
}

/** A {@link RevisionView} over an open store; it holds nothing open itself. */
export class StoreView implements RevisionView {
  readonly revision: number;
  readonly #store: () => Store;
  readonly #tree: RevisionTree;
  readonly #signatures: Signatures;
  #closed = false;

  /** @param store gives the open store, or throws once its handle is closed. */
  constructor(store: () => Store, revision: number) {
    this.revision = revision;
    this.#store = store;
    this.#tree = store().tree(revision);
    this.#signatures = new Signatures(store());
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
    if (node.kind !== 'dir') throw this.#wrongKind('directory', at);
    return this.#open()
      .nodes.directory(node)
      .entries.map(({ name, kind }) => ({ name, kind }));
  }

  async *walk(path: string, options: WalkOptions = {}): AsyncGenerator<WalkEntry, void, undefined> {
    for await (const { entry } of this.#walk(path, options)) yield entry;
  }

  async *list(path: string, options: WalkOptions = {}): AsyncGenerator<ListEntry, void, undefined> {
    for await (const { entry, node } of this.#walk(path, options)) {
      const stat = statOf(entry.path, node());
      const lock = entry.kind === 'file' ? this.#open().locks.lock(entry.path) : undefined;
      const { author, date } = this.#signatures.of(stat.createdRevision);
      yield {
        ...stat,
        ...entry,
        ...(author === undefined ? {} : { lastAuthor: author }),
        ...(date === undefined ? {} : { lastDate: date }),
        ...(lock ? { lock } : {}),
      };
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
    if (node.kind !== 'file') throw this.#wrongKind('file', at);
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

  async *#walk(path: string, options: WalkOptions): AsyncGenerator<Step, void, undefined> {
    const at = canonicalPath(path);
    const turn = new TimeSlice(options.signal);
    const top = this.#node(at);
    yield { entry: { path: at, relativePath: '', kind: top.kind }, node: () => top };
    if (top.kind === 'file' || options.depth === 'empty') return;
    for (const step of this.#below(top, at, '', options.depth ?? 'infinity')) {
      if (turn.over) await turn.rest();
      yield step;
    }
  }

  *#below(directory: Noderev, top: string, prefix: string, depth: Depth): Generator<Step, void, undefined> {
    const { nodes } = this.#open();
    for (const { name, kind, id } of nodes.directory(directory).entries) {
      if (depth === 'files' && kind === 'dir') continue;
      const relativePath = prefix === '' ? name : `${prefix}/${name}`;
      const node = () => nodes.noderev(id);
      yield { entry: { path: joinPath(top, relativePath), relativePath, kind }, node };
      if (depth === 'infinity' && kind === 'dir') yield* this.#below(node(), top, relativePath, depth);
    }
  }

  #wrongKind(wanted: 'file' | 'directory', path: string): RevstoreError {
    return wrongKind(wanted, path, this.#open().ids.uuid, { revision: this.revision });
  }
}

function statOf(path: string, node: Noderev): NodeStat {
  return {
    path,
    kind: node.kind,
    size: node.kind === 'file' ? (node.text?.expandedSize ?? 0) : 0,
    createdRevision: node.id.revision,
    // A list that became empty is stored as its end mark, `END` and a line feed. Old plain lists tell one size only.
    hasProperties: (node.properties?.expandedSize || (node.properties?.size ?? 0)) > 4,
    ...(node.kind === 'file' && node.text ? { md5: node.text.md5 } : {}),
    ...(node.kind === 'file' && node.text?.sha1 ? { sha1: node.text.sha1 } : {}),
    id: serializeNoderevId(node.id),
  };
}

function copyOf(properties: ReadonlyMap<string, Uint8Array>): Properties {
  return new Map([...properties].map(([name, value]) => [name, new Uint8Array(value)]));
}
