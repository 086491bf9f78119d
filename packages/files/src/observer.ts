/**
 * A seam for crash tests: every call with which this package changes a file system is announced before it is made.
 *
 * An observer may end the process (`process.kill(process.pid, 'SIGKILL')`), so that nothing from this call on happens,
 * or throw, so that the call fails as if the system had refused it. Without an observer the cost is one comparison per
 * call. An observer sees the calls of its own thread only.
 */

/** What is about to be done. `flush` is fsync of a file or a directory. */
export type FileSystemCallKind =
  'create' | 'write' | 'truncate' | 'flush' | 'rename' | 'mkdir' | 'unlink' | 'rmdir' | 'chmod' | 'chown';

/** One call that changes the file system. */
export interface FileSystemCall {
  readonly kind: FileSystemCallKind;
  /** The file or directory changed; for a rename the old name. */
  readonly path: string;
  /** For a rename the new name. */
  readonly to?: string;
  /** Bytes of a write; the new length of a truncation. */
  readonly size?: number;
}

/** Told of each call just before it is made. */
export type FileSystemObserver = (call: FileSystemCall) => void;

let current: FileSystemObserver | undefined;

/**
 * Sets the observer of this thread, or removes it with `undefined`.
 *
 * @returns the one that was set before.
 */
export function setFileSystemObserver(
  observer: FileSystemObserver | undefined,
): FileSystemObserver | undefined {
  const previous = current;
  current = observer;
  return previous;
}

/** Announces a call to the observer, if there is one. Throws what the observer throws. */
export function announce(kind: FileSystemCallKind, path: string, to?: string, size?: number): void {
  if (current === undefined) return;
  current({ kind, path, ...(to === undefined ? {} : { to }), ...(size === undefined ? {} : { size }) });
}
