/**
 * First come, first served, among the lock requests of one thread for one file: whoever is at the head is the only one
 * that asks the system. Shared requests next to each other are served together.
 */
export class LockQueue {
  #holders = 0;
  #heldExclusively = false;
  readonly #waiting: { readonly exclusive: boolean; readonly serve: () => void }[] = [];

  /** Whether nobody holds or waits. */
  get idle(): boolean {
    return this.#holders === 0 && this.#waiting.length === 0;
  }

  /**
   * Waits for a turn; `leave` ends it.
   *
   * @throws the signal's reason; the place in the queue is then given up at once.
   */
  async enter(exclusive: boolean, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.tryEnter(exclusive)) return;
    await new Promise<void>((resolve, reject) => {
      const place = {
        exclusive,
        serve: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(place), 1);
        this.#serveNext();
        reject(signal!.reason as Error);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(place);
    });
  }

  /** Takes a turn only where it is free now. */
  tryEnter(exclusive: boolean): boolean {
    if (this.#waiting.length > 0 || !this.#free(exclusive)) return false;
    this.#take(exclusive);
    return true;
  }

  leave(): void {
    this.#holders--;
    this.#serveNext();
  }

  #free(exclusive: boolean): boolean {
    return this.#holders === 0 || (!exclusive && !this.#heldExclusively);
  }

  #take(exclusive: boolean): void {
    this.#holders++;
    this.#heldExclusively = exclusive;
  }

  #serveNext(): void {
    for (
      let next = this.#waiting[0];
      next !== undefined && this.#free(next.exclusive);
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#take(next.exclusive);
      next.serve();
    }
  }
}
