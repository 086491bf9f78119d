import { spawn } from 'node:child_process';
import { LOCK_EXCLUSIVE } from './flock.js';

/**
 * Waits for a lock in the kernel's own queue, by the system's program `flock` on a copy of our descriptor.
 *
 * A flock lock belongs to the open file, which the program shares with us: what it gets, we have, and keep when it ends.
 * A blocking call on a thread of this process would keep a process from exiting.
 *
 * @returns whether the lock was got; false where there is no such program, it was ended by somebody, or the signal aborted.
 */
export function waitInProgram(fd: number, operation: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const kind = operation === LOCK_EXCLUSIVE ? '-x' : '-s';
    const child = spawn('flock', [kind, '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
    const kill = () => {
      child.kill('SIGKILL');
    };
    const finish = (got: boolean) => {
      signal?.removeEventListener('abort', abort);
      process.removeListener('exit', kill);
      resolve(got);
    };
    // Should the program get the lock before it is killed, its end gives the lock up: by then our copy is closed.
    const abort = () => {
      kill();
      finish(false);
    };
    child.once('error', () => finish(false));
    child.once('exit', (code) => finish(code === 0));
    process.once('exit', kill);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
