interface Submitted<Result> {
  readonly result: Promise<Result>;
  readonly bytes: number;
}

/** Results handed out in the order in which they were added, whenever they come. */
export class OrderedResults<Result> implements AsyncIterableIterator<Result> {
  readonly #queue: Submitted<Result>[] = [];
  readonly #release: (bytes: number) => void;
  #ended = false;
  #wake: (() => void) | undefined;

  /** @param release told of a job's bytes when its result is handed out. */
  constructor(release: (bytes: number) => void) {
    this.#release = release;
  }

  add(result: Promise<Result>, bytes: number): void {
    // The failure is told when its turn comes.
    result.catch(() => undefined);
    this.#queue.push({ result, bytes });
    this.#wake?.();
  }

  /** No more will be added. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Result, undefined>> {
    while (this.#queue.length === 0) {
      if (this.#ended) return { done: true, value: undefined };
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const { result, bytes } = this.#queue.shift()!;
    try {
      return { done: false, value: await result };
    } finally {
      this.#release(bytes);
    }
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
