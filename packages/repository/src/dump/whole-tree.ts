import { joinPath, type Noderev, type Store } from '@revstore/fsfs';
import { inHashOrder } from '../hash-order/index.js';
import type { NodeAction } from './replay.js';

/** An addition of a node, and the node. */
export interface NodeAddition {
  readonly action: NodeAction;
  readonly node: Noderev;
}

/**
 * Everything below the root of a revision, as additions; a directory comes before what is in it. Siblings are in
 * the order of Subversion's hash tables.
 *
 * @see libsvn_repos/delta.c
 */
export function* addTree(store: Store, revision: number): Generator<NodeAddition, void, undefined> {
  yield* addBelow(store, store.tree(revision).root, '/');
}

function* addBelow(store: Store, directory: Noderev, at: string): Generator<NodeAddition, void, undefined> {
  for (const { name, kind, id } of inHashOrder(
    store.nodes.directory(directory).entries,
    (entry) => entry.name,
  )) {
    const path = joinPath(at, name);
    const node = store.nodes.noderev(id);
    yield { action: { path, kind, action: 'add' }, node };
    if (kind === 'dir') yield* addBelow(store, node, path);
  }
}
