import { commandLineError } from './command-line-errors.js';

const SIGNALS = ['SIGINT', 'SIGHUP', 'SIGTERM'] as const;

/**
 * Ctrl-C and its relatives. The first signal aborts, so that the subcommand can clean up; a second one kills at once.
 * After the clean-up the program dies by the same signal, as svn does.
 */
export class Cancellation {
  readonly #controller = new AbortController();
  #caught: (typeof SIGNALS)[number] | undefined;

  readonly #handler = (name: (typeof SIGNALS)[number]): void => {
    if (this.#caught !== undefined) {
      this.uninstall();
      process.kill(process.pid, name);
      return;
    }
    this.#caught = name;
    this.abort(commandLineError('CANCELLED', 'Caught signal'));
  };

  /** Its reason is the RevstoreError to print. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  install(): void {
    for (const name of SIGNALS) process.on(name, this.#handler);
  }

  uninstall(): void {
    for (const name of SIGNALS) process.off(name, this.#handler);
  }

  /** Sends the signal that was caught, if any, to this process again, with its default effect. */
  raise(): void {
    this.uninstall();
    if (this.#caught !== undefined) process.kill(process.pid, this.#caught);
  }
}
