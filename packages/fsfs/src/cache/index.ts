/** A cache with a budget that drops what was used longest ago. */
export class LruCache<K, V> {
  readonly #entries = new Map<K, { value: V; size: number }>();
  readonly #budget: number;
  readonly #onDrop: ((value: V) => void) | undefined;
  #used = 0;

  /**
   * @param budget upper bound of the sizes given to {@link set} together, in the caller's unit, mostly bytes.
   * @param onDrop called for each value that leaves the cache.
   */
  constructor(budget: number, onDrop?: (value: V) => void) {
    this.#budget = budget;
    this.#onDrop = onDrop;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** @param size what `value` takes of the budget; a value larger than all of it is dropped at once. */
  set(key: K, value: V, size: number): void {
    this.delete(key);
    if (size > this.#budget) {
      this.#onDrop?.(value);
      return;
    }
    this.#entries.set(key, { value, size });
    this.#used += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#used <= this.#budget) break;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#used -= entry.size;
    this.#onDrop?.(entry.value);
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.delete(key);
  }
}
