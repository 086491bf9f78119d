import { joinPath, type Directory, type Noderev, type Store } from '@revstore/fsfs';
import type { Depth, NodeKind } from '../api/index.js';
import { inHashOrder } from '../hash-order/index.js';
import { sameProperties, sameText } from './same-contents.js';

/** A node and where it is. */
export interface DeltaNode {
  readonly path: string;
  readonly node: Noderev;
}

/** One node that two trees have differently. */
export interface TreeChange {
  /** Path below the trees' tops, '' for the tops themselves. */
  readonly relativePath: string;
  readonly kind: NodeKind;
  /** Absent where the node is new. */
  readonly before?: DeltaNode;
  /** Absent where the node is gone. */
  readonly after?: DeltaNode;
  /** Whether a file has another text; true for files that are new or gone, false for directories. */
  readonly textModified: boolean;
  /** Whether the property lists differ; those of new and gone nodes are compared with an empty one. */
  readonly propertiesModified: boolean;
}

/** What is compared, and how. */
export interface TreeDeltaOptions {
  /** How far below the tops; default `infinity`. What is gone is gone with all below it, however deep. */
  readonly depth?: Depth;
  /** Whether two nodes of a name are only then one that changed when they have a history in common; default false. */
  readonly noticeAncestry?: boolean;
}

/**
 * Compares two trees. Subtrees that are one and the same node-revision are not looked at.
 *
 * In a directory, what is gone comes first, then what is new or changed in byte order of names; a directory itself comes
 * after what is below it. Below a directory that is gone, entries are in byte order of names (Subversion's order there
 * is by chance).
 *
 * @returns changes, and `undefined` now and then: a moment to give way to other work.
 * @throws RevstoreError `FS_CORRUPT`
 * @see libsvn_repos/reporter.c#delta_dirs
 */
export function* treeDelta(
  store: Store,
  before: DeltaNode | undefined,
  after: DeltaNode | undefined,
  options: TreeDeltaOptions = {},
): Generator<TreeChange | undefined, void, undefined> {
  const { depth = 'infinity', noticeAncestry = false } = options;
  const walk = new DeltaWalk(store, noticeAncestry);
  // Roots are compared from within: there is nothing above them to replace them in.
  const roots = before?.path === '/' || after?.path === '/';
  if (before && after && (roots || walk.related(before, after)) && before.node.kind === after.node.kind)
    yield* walk.changed(before, after, '', depth);
  else {
    if (before) yield* walk.deleted(before, '', after ? 'infinity' : depth);
    if (after) yield* walk.added(after, '', depth);
  }
}

class DeltaWalk {
  readonly #store: Store;
  readonly #noticeAncestry: boolean;

  constructor(store: Store, noticeAncestry: boolean) {
    this.#store = store;
    this.#noticeAncestry = noticeAncestry;
  }

  related(before: DeltaNode, after: DeltaNode): boolean {
    return !this.#noticeAncestry || before.node.id.nodeId === after.node.id.nodeId;
  }

  *changed(
    before: DeltaNode,
    after: DeltaNode,
    relativePath: string,
    depth: Depth,
  ): Generator<TreeChange | undefined, void, undefined> {
    const { kind } = after.node;
    if (sameNoderev(before.node, after.node)) return;
    if (kind === 'dir' && depth !== 'empty') {
      yield undefined;
      yield* this.#entries(before, after, relativePath, depth);
    }
    const textModified = kind === 'file' && !sameText(this.#store, before.node, after.node);
    const propertiesModified = !sameProperties(this.#store, before.node, after.node);
    if (textModified || propertiesModified)
      yield { relativePath, kind, before, after, textModified, propertiesModified };
  }

  *added(
    after: DeltaNode,
    relativePath: string,
    depth: Depth,
  ): Generator<TreeChange | undefined, void, undefined> {
    const { kind } = after.node;
    if (kind === 'dir' && depth !== 'empty') {
      yield undefined;
      for (const { name, kind: childKind } of this.#directory(after).entries)
        if (depth !== 'files' || childKind === 'file')
          yield* this.added(this.#child(after, name), joinRelative(relativePath, name), below(depth));
    }
    yield {
      relativePath,
      kind,
      after,
      textModified: kind === 'file',
      propertiesModified: this.#hasProperties(after),
    };
  }

  *deleted(
    before: DeltaNode,
    relativePath: string,
    depth: Depth,
  ): Generator<TreeChange | undefined, void, undefined> {
    const { kind } = before.node;
    if (kind === 'dir' && depth !== 'empty') {
      yield undefined;
      for (const { name, kind: childKind } of this.#directory(before).entries)
        if (depth !== 'files' || childKind === 'file')
          yield* this.deleted(this.#child(before, name), joinRelative(relativePath, name), below(depth));
    }
    yield {
      relativePath,
      kind,
      before,
      textModified: kind === 'file',
      propertiesModified: this.#hasProperties(before),
    };
  }

  *#entries(
    before: DeltaNode,
    after: DeltaNode,
    relativePath: string,
    depth: Depth,
  ): Generator<TreeChange | undefined, void, undefined> {
    const old = this.#directory(before);
    const now = this.#directory(after);
    const wanted = (kind: NodeKind): boolean => depth !== 'files' || kind === 'file';
    if (old.entries.some(({ name }) => now.get(name) === undefined)) {
      for (const { name, kind } of inHashOrder(old.entries, (entry) => entry.name))
        if (wanted(kind) && now.get(name) === undefined)
          yield* this.deleted(this.#child(before, name), joinRelative(relativePath, name), 'infinity');
    }
    for (const entry of now.entries) {
      if (!wanted(entry.kind)) continue;
      const { name } = entry;
      const previous = old.get(name);
      const at = joinRelative(relativePath, name);
      if (!previous) {
        yield* this.added(this.#child(after, name), at, below(depth));
        continue;
      }
      if (previous.id.revision === entry.id.revision && previous.id.itemIndex === entry.id.itemIndex)
        continue;
      const [was, is] = [this.#child(before, name), this.#child(after, name)];
      if (previous.kind === entry.kind && this.related(was, is))
        yield* this.changed(was, is, at, below(depth));
      else {
        yield* this.deleted(was, at, 'infinity');
        yield* this.added(is, at, below(depth));
      }
    }
  }

  #directory({ node }: DeltaNode): Directory {
    return this.#store.nodes.directory(node);
  }

  #child(parent: DeltaNode, name: string): DeltaNode {
    const { id } = this.#directory(parent).get(name)!;
    return { path: joinPath(parent.path, name), node: this.#store.nodes.noderev(id) };
  }

  #hasProperties({ node }: DeltaNode): boolean {
    return node.properties !== undefined && this.#store.nodes.properties(node).size > 0;
  }
}

function sameNoderev(a: Noderev, b: Noderev): boolean {
  return a.id.revision === b.id.revision && a.id.itemIndex === b.id.itemIndex;
}

function joinRelative(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

function below(depth: Depth): Depth {
  return depth === 'immediates' ? 'empty' : depth;
}
