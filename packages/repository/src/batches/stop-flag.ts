/** Tells all threads of a piece of work that its result is no longer wanted. */
export class StopFlag {
  /** What another thread makes its own flag of; sent to it, not copied. */
  readonly shared: Int32Array;

  constructor(shared: Int32Array = new Int32Array(new SharedArrayBuffer(4))) {
    this.shared = shared;
  }

  raise(): void {
    Atomics.store(this.shared, 0, 1);
  }

  /** @throws Error once the flag is raised; whoever raised it knows the reason. */
  check(): void {
    if (Atomics.load(this.shared, 0) !== 0) throw new Error('The work was given up');
  }
}
