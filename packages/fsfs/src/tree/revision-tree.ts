import { RevstoreError } from '@revstore/errors';
import { fsErrors } from '../fsfs-errors/index.js';
import { joinPath, pathComponents } from '../fspath/index.js';
import { itemIndexes } from '../index-format/index.js';
import type { Noderev, NodeReader } from '../nodes/index.js';

/** One node on the way from the root to a path. */
export interface PathStep {
  readonly path: string;
  readonly node: Noderev;
}

/** The tree of one committed revision. */
export class RevisionTree {
  readonly revision: number;
  readonly #nodes: NodeReader;

  constructor(nodes: NodeReader, revision: number) {
    this.#nodes = nodes;
    this.revision = revision;
  }

  get root(): Noderev {
    return this.#nodes.noderev({ revision: this.revision, itemIndex: itemIndexes.rootNode });
  }

  /** The node at a canonical path, or `undefined`. */
  find(path: string): Noderev | undefined {
    return this.steps(path)?.at(-1)!.node;
  }

  /** The node at a canonical path. @throws RevstoreError `FS_NOT_FOUND`, with Subversion's text. */
  get(path: string): Noderev {
    const node = this.find(path);
    if (!node) throw this.notFound(path);
    return node;
  }

  /** The nodes from the root to a canonical path, the root first, or `undefined` where there is none. */
  steps(path: string): PathStep[] | undefined {
    let node = this.root;
    let at = '/';
    const steps: PathStep[] = [{ path: at, node }];
    for (const name of pathComponents(path)) {
      if (node.kind !== 'dir') return undefined;
      const entry = this.#nodes.directory(node).get(name);
      if (!entry) return undefined;
      node = this.#nodes.noderev(entry.id);
      at = joinPath(at, name);
      steps.push({ path: at, node });
    }
    return steps;
  }

  notFound(path: string): RevstoreError {
    return new RevstoreError(
      fsErrors.FS_NOT_FOUND,
      `File not found: revision ${this.revision}, path '${path}'`,
      {
        data: { path, revision: this.revision },
      },
    );
  }
}
