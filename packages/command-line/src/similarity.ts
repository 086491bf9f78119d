/** Lowest score at which two words count as similar. */
const THRESHOLD = 2 / 3;

function commonSubsequence(a: Uint8Array, b: Uint8Array): number {
  let previous = new Uint32Array(b.length + 1);
  let current = new Uint32Array(b.length + 1);
  for (const byte of a) {
    for (let i = 1; i <= b.length; i++) {
      current[i] = byte === b[i - 1] ? previous[i - 1]! + 1 : Math.max(current[i - 1]!, previous[i]!);
    }
    [previous, current] = [current, previous];
  }
  return previous[b.length]!;
}

/**
 * The candidates that look like a mistyped `word`, best first: at least two thirds of the bytes are common to both in
 * order.
 */
export function similarWords(word: string, candidates: readonly string[]): string[] {
  const bytes = Buffer.from(word);
  return candidates
    .map((candidate) => {
      const other = Buffer.from(candidate);
      const common = commonSubsequence(bytes, other);
      const total = bytes.length + other.length;
      return {
        candidate,
        score: total === 0 ? 1 : (2 * common) / total,
        difference: Math.max(bytes.length, other.length) - common,
      };
    })
    .filter(({ score }) => score >= THRESHOLD)
    .sort((a, b) => b.score - a.score || a.difference - b.difference)
    .map(({ candidate }) => candidate);
}
