import { closeSync, openSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { getSystemErrorName } from 'node:util';
import { isSystemError, systemError } from '@revstore/errors';
import { fileSystemCalls } from '../file-system-calls.js';
import { copyModeAndGroup } from '../modes.js';
import {
  LOCK_EXCLUSIVE,
  LOCK_NONBLOCKING,
  LOCK_RELEASE,
  LOCK_SHARED,
  loadFlock,
  type Flock,
} from './flock.js';
import { LockQueue } from './lock-queue.js';
import { waitInProgram } from './waiting-program.js';

/** How a lock is taken. */
export interface LockOptions {
  /** Ends the wait at once, rejecting with its reason. */
  readonly signal?: AbortSignal;
  /** Default true; a shared lock is compatible with other shared ones. */
  readonly exclusive?: boolean;
  /** A file whose permission bits and group a lock file takes that has to be made. */
  readonly modeFrom?: string;
  /** Told once where the lock is not free at once. */
  readonly onWait?: () => void;
}

/** A lock that is held until it is released or the process ends. */
export interface FileLock {
  readonly path: string;
  readonly exclusive: boolean;
  /** Lets the next one have it; a second call does nothing. */
  release(): void;
  [Symbol.dispose](): void;
}

/** Sleeps (milliseconds) between attempts before the wait moves into the kernel's queue. */
const attempts = [1, 2, 4, 8, 16, 32];
/** The sleep where that queue cannot be joined. */
const LONGEST_SLEEP = 50;
/** How long to stand back after a release in this process, so that others who wait in the kernel are first. */
const COURTESY = 1;

/** This thread's requests, by device and inode of the lock file. */
const places = new Map<string, Place>();

/**
 * Waits for a lock on the file, as Subversion takes it (flock(2) on the whole file), and makes an empty lock file
 * where there is none.
 *
 * Requests of one thread for the same file are served in the order they came. No thread of the process blocks while
 * one waits. See docs/design/file-locks.md.
 *
 * @throws RevstoreError LOCKS_UNAVAILABLE, `Can't open file '…'`, `Can't get exclusive lock on file '…'`; the signal's reason.
 * @see libsvn_subr/io.c#svn_io__file_lock_autocreate
 */
export async function acquireLock(path: string, options: LockOptions = {}): Promise<FileLock> {
  const { signal, exclusive = true } = options;
  signal?.throwIfAborted();
  const flock = await loadFlock();
  const place = placeOf(path, options.modeFrom);
  let waited = false;
  const wait = () => {
    if (!waited) options.onWait?.();
    waited = true;
  };
  if (!place.queue.tryEnter(exclusive)) {
    wait();
    await place.queue.enter(exclusive, signal);
    if (exclusive) await sleep(COURTESY);
  }
  let fd: number | undefined;
  try {
    fd = openLockFile(path, exclusive, options.modeFrom);
    await waitForFlock(flock, fd, path, exclusive, signal, wait);
    signal?.throwIfAborted();
    return new HeldLock(path, exclusive, fd, flock, place);
  } catch (error) {
    if (fd !== undefined) dropFlock(flock, fd);
    leave(place);
    throw error;
  }
}

/**
 * Takes the lock only where it is free now.
 *
 * @returns `undefined` where somebody else, in this process or another, holds or waits for it.
 * @throws RevstoreError as {@link acquireLock}.
 */
export async function tryLock(
  path: string,
  options: Omit<LockOptions, 'signal' | 'onWait'> = {},
): Promise<FileLock | undefined> {
  const { exclusive = true } = options;
  const flock = await loadFlock();
  const place = placeOf(path, options.modeFrom);
  if (!place.queue.tryEnter(exclusive)) return undefined;
  let fd: number | undefined;
  try {
    fd = openLockFile(path, exclusive, options.modeFrom);
    if (attempt(flock, fd, path, exclusive)) return new HeldLock(path, exclusive, fd, flock, place);
  } catch (error) {
    if (fd !== undefined) closeSync(fd);
    leave(place);
    throw error;
  }
  closeSync(fd);
  leave(place);
  return undefined;
}

/**
 * Whether another process, or another thread of this one, holds the lock now. To find out, it is taken for a moment
 * where it is free.
 *
 * @returns false where this thread holds it or there is no such file.
 * @throws RevstoreError as {@link acquireLock}.
 */
export async function isLockedByOthers(path: string): Promise<boolean> {
  const flock = await loadFlock();
  const key = keyOf(path);
  if (key === undefined || (places.get(key)?.owned ?? 0) > 0) return false;
  // A shared lock conflicts with an exclusive one and needs no permission to write.
  const fd = openLockFile(path, false, undefined);
  try {
    return !attempt(flock, fd, path, false);
  } finally {
    dropFlock(flock, fd);
  }
}

interface Place {
  readonly key: string;
  readonly queue: LockQueue;
  /** Locks held now; whoever has a turn in the queue may still be waiting for another process. */
  owned: number;
}

class HeldLock implements FileLock {
  readonly path: string;
  readonly exclusive: boolean;
  readonly #fd: number;
  readonly #flock: Flock;
  readonly #place: Place;
  #released = false;

  constructor(path: string, exclusive: boolean, fd: number, flock: Flock, place: Place) {
    this.path = path;
    this.exclusive = exclusive;
    this.#fd = fd;
    this.#flock = flock;
    this.#place = place;
    place.owned++;
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#place.owned--;
    dropFlock(this.#flock, this.#fd);
    leave(this.#place);
  }

  [Symbol.dispose](): void {
    this.release();
  }
}

async function waitForFlock(
  flock: Flock,
  fd: number,
  path: string,
  exclusive: boolean,
  signal: AbortSignal | undefined,
  onWait: () => void,
): Promise<void> {
  let programWorks = true;
  for (let round = 0; !attempt(flock, fd, path, exclusive); round++) {
    onWait();
    if (round >= attempts.length && programWorks) {
      programWorks = await waitInProgram(fd, exclusive ? LOCK_EXCLUSIVE : LOCK_SHARED, signal);
      signal?.throwIfAborted();
    } else {
      await pause(attempts[round] ?? LONGEST_SLEEP, signal);
    }
  }
}

/** Sleeps; an abort rejects at once with the signal's own reason, not with one that wraps it. */
async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal === undefined ? undefined : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** One call that never waits: whether we have the lock. */
function attempt(flock: Flock, fd: number, path: string, exclusive: boolean): boolean {
  const errno = flock(fd, (exclusive ? LOCK_EXCLUSIVE : LOCK_SHARED) | LOCK_NONBLOCKING);
  if (errno === 0) return true;
  const code = getSystemErrorName(-errno);
  if (code === 'EAGAIN' || code === 'EWOULDBLOCK') return false;
  const kind = exclusive ? 'exclusive' : 'shared';
  throw systemError(
    Object.assign(new Error(code), { code, errno: -errno, syscall: 'flock' }),
    `Can't get ${kind} lock on file '${path}'`,
    { path },
  );
}

/** Unlocks before closing: a program that waited for us may still share the open file. */
function dropFlock(flock: Flock, fd: number): void {
  flock(fd, LOCK_RELEASE);
  closeSync(fd);
}

function openLockFile(path: string, exclusive: boolean, modeFrom: string | undefined): number {
  try {
    try {
      return openSync(path, exclusive ? 'r+' : 'r');
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ENOENT') throw error;
      createLockFile(path, modeFrom);
      return openSync(path, exclusive ? 'r+' : 'r');
    }
  } catch (error) {
    throw systemError(error, `Can't open file '${path}'`, { path });
  }
}

function createLockFile(path: string, modeFrom: string | undefined): void {
  try {
    closeSync(fileSystemCalls.create(path, 'wx+', 0o666));
  } catch (error) {
    if (isSystemError(error) && error.code === 'EEXIST') return;
    throw error;
  }
  if (modeFrom !== undefined) copyModeAndGroup(modeFrom, path);
}

function keyOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { bigint: true });
    return `${stats.dev}:${stats.ino}`;
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined;
    throw systemError(error, `Can't stat '${path}'`, { path });
  }
}

function placeOf(path: string, modeFrom: string | undefined): Place {
  let key = keyOf(path);
  if (key === undefined) {
    closeSync(openLockFile(path, true, modeFrom));
    key = keyOf(path) ?? path;
  }
  let place = places.get(key);
  if (place === undefined) {
    place = { key, queue: new LockQueue(), owned: 0 };
    places.set(key, place);
  }
  return place;
}

function leave(place: Place): void {
  place.queue.leave();
  if (place.queue.idle && places.get(place.key) === place) places.delete(place.key);
}
