import { RevstoreError } from '@revstore/errors';
import { fsErrors, type Store } from '@revstore/fsfs';
import type { Difference, DifferenceSide, DiffOptions, Properties } from '../api/index.js';
import { treeDelta, type DeltaNode, type TreeChange } from '../tree-delta/index.js';
import { readText, TimeSlice } from '../view/index.js';

/** {@link DiffOptions} with canonical paths and revisions as numbers. */
export interface ResolvedDiffOptions extends Omit<DiffOptions, 'from' | 'to'> {
  readonly from: { readonly path: string; readonly revision: number };
  readonly to: { readonly path: string; readonly revision: number };
}

/**
 * The differences of two trees, in Subversion's order. One of the two may be missing: then all of the other is added or
 * deleted.
 *
 * @throws RevstoreError `FS_NOT_FOUND` (E160013) where both are missing; the signal's reason.
 */
export async function* diffTrees(
  store: Store,
  options: ResolvedDiffOptions,
): AsyncGenerator<Difference, void, undefined> {
  const { from, to, signal } = options;
  const before = nodeAt(store, from);
  const after = nodeAt(store, to);
  if (!before && !after)
    throw new RevstoreError(
      fsErrors.FS_NOT_FOUND,
      `Neither '${from.path}' in revision ${from.revision} nor '${to.path}' in revision ${to.revision} exists`,
      { data: { path: to.path, revision: to.revision } },
    );
  const turn = new TimeSlice(signal);
  for (const change of treeDelta(store, before, after, options)) {
    if (turn.over) await turn.rest();
    if (change) yield difference(store, change, options);
  }
}

function nodeAt(
  store: Store,
  { path, revision }: { readonly path: string; readonly revision: number },
): DeltaNode | undefined {
  const node = store.tree(revision).find(path);
  return node && { path, node };
}

function difference(store: Store, change: TreeChange, options: ResolvedDiffOptions): Difference {
  const { relativePath, kind, before, after, textModified, propertiesModified } = change;
  return {
    relativePath,
    kind,
    action: !before ? 'add' : !after ? 'delete' : 'modify',
    textModified,
    propertiesModified,
    ...(before ? { before: new StoredSide(store, before, options.from.revision, options.signal) } : {}),
    ...(after ? { after: new StoredSide(store, after, options.to.revision, options.signal) } : {}),
  };
}

class StoredSide implements DifferenceSide {
  readonly path: string;
  readonly revision: number;
  readonly #store: Store;
  readonly #node: DeltaNode['node'];
  readonly #signal: AbortSignal | undefined;

  constructor(store: Store, { path, node }: DeltaNode, revision: number, signal: AbortSignal | undefined) {
    this.path = path;
    this.revision = revision;
    this.#store = store;
    this.#node = node;
    this.#signal = signal;
  }

  async properties(): Promise<Properties> {
    const stored = this.#store.nodes.properties(this.#node);
    return new Map([...stored].map(([name, value]) => [name, new Uint8Array(value)]));
  }

  async contents(): Promise<Uint8Array> {
    const { kind, text } = this.#node;
    return kind === 'file' && text ? readText(this.#store, text, this.#signal) : new Uint8Array(0);
  }
}
