/** A run of equal elements of two sequences. Positions are counted from 0. */
export interface CommonBlock {
  readonly original: number;
  readonly modified: number;
  readonly length: number;
}

/**
 * A longest common subsequence of two sequences of tokens, as increasing blocks.
 *
 * The O(NP) algorithm of Wu, Manber, Myers and Miller. Of several longest ones it chooses the one that Subversion
 * chooses: the order in which diagonals are visited, ties on a diagonal, and the stepping over tokens that one side
 * alone has are the same.
 *
 * @param original tokens from 0 to `tokens` - 1.
 * @param tokens how many different tokens there are.
 * @see S. Wu et al., "An O(NP) Sequence Comparison Algorithm", 1990
 */
export function commonBlocks(original: Int32Array, modified: Int32Array, tokens: number): CommonBlock[] {
  if (original.length === 0 || modified.length === 0) return [];
  return new DiagonalSearch(original, modified, tokens).run();
}

const NONE = -1;

/** Numbers of a link of a chain, and where they are: first the position in the original. */
const LINK = 4;
const MODIFIED = 1;
const LENGTH = 2;
/** Link before; always an older one. */
const PREVIOUS = 3;

/** Length of the links (numbers) from which on those that are not needed any more are looked for. */
const COLLECT_AT = 1_000_000 * LINK;

/** The search along the diagonals of the edit graph. Diagonal k is at index origin + k; k = 0 is the one that both ends are on. */
class DiagonalSearch {
  readonly #original: Int32Array;
  readonly #modified: Int32Array;
  readonly #inOriginal: Int32Array;
  readonly #inModified: Int32Array;
  readonly #origin: number;
  /** How far from `origin` the diagonal is that both beginnings are on. */
  readonly #difference: number;
  readonly #x: Int32Array;
  /** One more than the furthest position in the modified sequence; 0 where a diagonal was not visited yet. */
  readonly #reach: Int32Array;
  /** Last link of the chain of blocks on the way to each diagonal. */
  readonly #chains: Int32Array;
  /** Chains share their beginnings. Links that nothing refers to any more go when there are many. */
  #links = new Int32Array(4096 * LINK);
  #used = 0;

  constructor(original: Int32Array, modified: Int32Array, tokens: number) {
    this.#original = original;
    this.#modified = modified;
    this.#inOriginal = countTokens(original, tokens);
    this.#inModified = countTokens(modified, tokens);
    // What only one side has is stepped over and spans no diagonals.
    const rows = sharedCount(original, this.#inModified);
    const columns = sharedCount(modified, this.#inOriginal);
    const size = rows + columns + 3;
    this.#origin = columns + 1;
    this.#difference = rows - columns;
    this.#x = new Int32Array(size);
    this.#reach = new Int32Array(size);
    this.#chains = new Int32Array(size).fill(NONE);
  }

  run(): CommonBlock[] {
    const end = this.#modified.length + 1;
    const origin = this.#origin;
    let limit = COLLECT_AT;
    for (let p = 0; this.#reach[origin] !== end; p++) {
      this.#sweep(origin + Math.min(this.#difference, 0) - p, origin);
      this.#sweep(origin + Math.max(this.#difference, 0) + p, origin - 1);
      if (this.#used < limit) continue;
      this.#collect();
      limit = Math.max(COLLECT_AT, this.#used * 2);
    }
    const links = this.#links;
    const blocks: CommonBlock[] = [];
    for (let link = this.#chains[this.#origin]; link !== NONE; link = links[link + PREVIOUS])
      blocks.push({
        original: links[link],
        modified: links[link + MODIFIED],
        length: links[link + LENGTH],
      });
    return blocks.reverse();
  }

  /** Goes on along the diagonals from `from` up to, not including, `to`. */
  #sweep(from: number, to: number): void {
    const original = this.#original;
    const modified = this.#modified;
    const inOriginal = this.#inOriginal;
    const inModified = this.#inModified;
    const reach = this.#reach;
    const chains = this.#chains;
    const x = this.#x;
    const n = original.length;
    const m = modified.length;
    const step = from < to ? 1 : -1;
    for (let at = from; at !== to; at += step) {
      const below = reach[at - 1];
      const above = reach[at + 1];
      let i: number;
      let j: number;
      let chain: number;
      if (below >= above) {
        i = x[at - 1];
        j = below;
        chain = chains[at - 1];
      } else {
        i = x[at + 1] + 1;
        j = above - 1;
        chain = chains[at + 1];
      }
      for (;;) {
        const first = j;
        while (i < n && j < m && original[i] === modified[j]) {
          i++;
          j++;
        }
        if (j > first) chain = this.#link(i - (j - first), first, j - first, chain);
        if (i < n && inModified[original[i]] === 0) i++;
        else if (j < m && inOriginal[modified[j]] === 0) j++;
        else break;
      }
      x[at] = i;
      reach[at] = j + 1;
      chains[at] = chain;
    }
  }

  #link(original: number, modified: number, length: number, previous: number): number {
    if (this.#used === this.#links.length) {
      const larger = new Int32Array(this.#used * 2);
      larger.set(this.#links);
      this.#links = larger;
    }
    const links = this.#links;
    const link = this.#used;
    links[link] = original;
    links[link + MODIFIED] = modified;
    links[link + LENGTH] = length;
    links[link + PREVIOUS] = previous;
    this.#used += LINK;
    return link;
  }

  /** Drops the links that no diagonal's chain has any more. */
  #collect(): void {
    const links = this.#links;
    const chains = this.#chains;
    const moved = new Int32Array(this.#used / LINK);
    for (const link of chains) if (link !== NONE) moved[link / LINK] = 1;
    for (let link = this.#used - LINK; link >= 0; link -= LINK)
      if (moved[link / LINK] === 1 && links[link + PREVIOUS] !== NONE)
        moved[links[link + PREVIOUS] / LINK] = 1;
    let kept = 0;
    for (let link = 0; link < this.#used; link += LINK) {
      if (moved[link / LINK] === 0) continue;
      links.copyWithin(kept, link, link + LINK);
      if (links[kept + PREVIOUS] !== NONE) links[kept + PREVIOUS] = moved[links[kept + PREVIOUS] / LINK];
      moved[link / LINK] = kept;
      kept += LINK;
    }
    for (let at = 0; at < chains.length; at++) if (chains[at] !== NONE) chains[at] = moved[chains[at] / LINK];
    this.#used = kept;
  }
}

function countTokens(sequence: Int32Array, tokens: number): Int32Array {
  const counts = new Int32Array(tokens);
  for (let i = 0; i < sequence.length; i++) counts[sequence[i]]++;
  return counts;
}

function sharedCount(sequence: Int32Array, inOther: Int32Array): number {
  let count = 0;
  for (let i = 0; i < sequence.length; i++) if (inOther[sequence[i]] > 0) count++;
  return count;
}
