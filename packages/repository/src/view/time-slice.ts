/** Milliseconds of work after which other work gets a turn. */
const slice = 5;

/** Lets a long loop over the synchronous store leave the event loop free. */
export class TimeSlice {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
    signal?.throwIfAborted();
  }

  /** Whether it is time to await {@link rest}. */
  get over(): boolean {
    return performance.now() - this.#since > slice;
  }

  /** Gives way to other work. @throws the signal's reason. */
  async rest(): Promise<void> {
    await new Promise(setImmediate);
    this.#signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
