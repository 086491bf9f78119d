/** A run of equal elements of two sequences. Positions are counted from 0. */
export interface CommonBlock {
  readonly original: number;
  readonly modified: number;
  readonly length: number;
}

interface Chain extends CommonBlock {
  readonly previous: Chain | undefined;
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
  const n = original.length;
  const m = modified.length;
  if (n === 0 || m === 0) return [];
  const inOriginal = countTokens(original, tokens);
  const inModified = countTokens(modified, tokens);
  // What only one side has is stepped over and spans no diagonals.
  const rows = sharedCount(original, inModified);
  const columns = sharedCount(modified, inOriginal);

  // Diagonal k is at index origin + k; k = 0 is the one that both ends are on.
  const origin = columns + 1;
  const size = rows + columns + 3;
  const x = new Int32Array(size);
  // One more than the furthest position in `modified`; 0 where a diagonal was not visited yet.
  const reach = new Int32Array(size);
  const chains = new Array<Chain | undefined>(size).fill(undefined);

  const advance = (at: number): void => {
    let i: number;
    let j: number;
    let chain: Chain | undefined;
    if (reach[at - 1] >= reach[at + 1]) {
      i = x[at - 1];
      j = reach[at - 1];
      chain = chains[at - 1];
    } else {
      i = x[at + 1] + 1;
      j = reach[at + 1] - 1;
      chain = chains[at + 1];
    }
    for (;;) {
      const first = j;
      while (i < n && j < m && original[i] === modified[j]) {
        i++;
        j++;
      }
      const length = j - first;
      if (length > 0) chain = { original: i - length, modified: first, length, previous: chain };
      if (i < n && inModified[original[i]] === 0) i++;
      else if (j < m && inOriginal[modified[j]] === 0) j++;
      else break;
    }
    x[at] = i;
    reach[at] = j + 1;
    chains[at] = chain;
  };

  const difference = rows - columns;
  for (let p = 0; reach[origin] !== m + 1; p++) {
    for (let k = Math.min(difference, 0) - p; k < 0; k++) advance(origin + k);
    for (let k = Math.max(difference, 0) + p; k >= 0; k--) advance(origin + k);
  }

  const blocks: CommonBlock[] = [];
  for (let chain = chains[origin]; chain; chain = chain.previous) blocks.push(chain);
  return blocks.reverse();
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
