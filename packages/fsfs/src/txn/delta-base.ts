import type { Noderev } from '../nodes/index.js';
import type { Representation } from '../reps/index.js';
import type { Store } from '../store/index.js';

/** A base of fewer bytes does not pay for the header that names it. */
const minimumBase = 64;
/** A chain over another shard must be of a text of this many bytes; twice as many for each further one. */
const minimumAcrossShards = 128;

/**
 * The representation that the next version of a node's text or property list is to be a delta against: skip-deltas for
 * long histories, a linear chain near their end, as `fsfs.conf` says.
 *
 * @param predecessor the node's version before; `undefined` for a new node.
 * @returns `undefined` where the new one is to stand alone.
 * @see libsvn_fs_fs/transaction.c#choose_delta_base
 */
export function chooseDeltaBase(
  store: Store,
  predecessor: Noderev | undefined,
  of: 'text' | 'properties',
): Representation | undefined {
  if (!predecessor) return undefined;
  const { maxDeltificationWalk, maxLinearDeltification } = store.settings;
  const count = predecessor.predecessorCount + 1;
  // Clearing the lowest set bit gives the version that the chain skips to.
  let walk = count - (count & (count - 1));
  if (walk > maxDeltificationWalk) return undefined;
  if (walk < maxLinearDeltification && 2 ** (shardsSpanned(store, predecessor, walk) - 1) <= walk) walk = 1;
  let base = predecessor;
  for (; walk > 1; walk--) {
    if (!base.predecessor) return undefined;
    base = store.nodes.noderev(base.predecessor);
  }
  const rep = of === 'text' ? base.text : base.properties;
  if (!rep || rep.expandedSize < minimumBase) return undefined;
  // Where the representation is shared, its chain is not that of the node.
  const chain = store.reps.chainShape(rep, store.paths.shardSize);
  if (chain.length >= 2 * maxLinearDeltification + 2) return undefined;
  if (chain.shards > 1 && minimumAcrossShards * 2 ** chain.shards >= rep.expandedSize) return undefined;
  return rep;
}

/** Shards that the last `walk` versions of a node are in, that of the youngest revision included. */
function shardsSpanned(store: Store, predecessor: Noderev, walk: number): number {
  const { shardSize } = store.paths;
  let last = Math.floor(store.youngest() / shardSize);
  let count = walk > 0 ? 1 : 0;
  let node: Noderev | undefined = predecessor;
  for (let left = walk; left > 0 && node; left--) {
    const shard = Math.floor(node.id.revision / shardSize);
    if (shard !== last) {
      count++;
      last = shard;
    }
    node = left > 1 && node.predecessor ? store.nodes.noderev(node.predecessor) : undefined;
  }
  return count;
}
