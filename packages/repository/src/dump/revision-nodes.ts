import type { Noderev, Store } from '@revstore/fsfs';

/** Nodes that are remembered: most changes are to what was changed not long ago. */
const maxRemembered = 20_000;

/**
 * Node-revisions that a dump asks for: those that a revision made, by path, and what they were made from.
 *
 * The new ones are taken from the revision's own items, which spares reading the directories on the way to each.
 */
export class RevisionNodes {
  readonly #store: Store;
  readonly #remembered = new Map<string, Noderev>();
  #revision = -1;
  #made = new Map<string, Noderev>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Goes to a revision, of which {@link get} is to give the nodes at `paths`. */
  open(revision: number, paths: ReadonlySet<string>): void {
    this.#revision = revision;
    this.#made = this.#store.nodesMadeIn(revision, paths);
    for (const node of this.#made.values()) this.#remember(node);
  }

  /** The node at a path of the open revision. @throws RevstoreError `FS_NOT_FOUND` */
  get(path: string): Noderev {
    return this.#made.get(path) ?? this.#store.tree(this.#revision).get(path);
  }

  /**
   * The node at a path of an earlier revision, of which `node` was made.
   *
   * A node's predecessor is what was at the place that it is compared to, unless a parent brought it there.
   *
   * @throws RevstoreError `FS_NOT_FOUND`
   */
  before(node: Noderev, revision: number, path: string): Noderev {
    const { predecessor } = node;
    if (predecessor && predecessor.revision <= revision) {
      const key = `${predecessor.revision}/${predecessor.itemIndex}`;
      const known = this.#remembered.get(key) ?? this.#store.nodes.noderev(predecessor);
      if (known.createdPath === path) return known;
    }
    return this.#store.tree(revision).get(path);
  }

  #remember(node: Noderev): void {
    if (this.#remembered.size >= maxRemembered) {
      // The oldest half goes at once, which is cheap and leaves enough.
      let surplus = maxRemembered / 2;
      for (const key of this.#remembered.keys()) {
        if (surplus-- === 0) break;
        this.#remembered.delete(key);
      }
    }
    this.#remembered.set(`${node.id.revision}/${node.id.itemIndex}`, node);
  }
}
