import { getSystemErrorName } from 'node:util';
import { systemError } from '@revstore/errors';

/** The bytes that are locked, and how. */
export interface LockedRange {
  /** Bytes from the start of the file; it may lie behind the end. */
  readonly start: number;
  readonly length: number;
  readonly exclusive: boolean;
}

/** The commands and types of fcntl(2) on Linux. */
const setOpenFileLock = 37;
const readLock = 0;
const writeLock = 1;

type Fcntl = (fd: number, command: number, lock: Uint8Array) => number;

interface Koffi {
  load(library: string | null): { func(prototype: string): Fcntl };
  errno(): number;
}

let loading: Promise<{ fcntl: Fcntl; errno: () => number } | undefined> | undefined;

async function loadFcntl(): Promise<{ fcntl: Fcntl; errno: () => number } | undefined> {
  // The layout of the structure is that of Linux on these.
  if (process.platform !== 'linux' || !['x64', 'arm64', 'riscv64', 'loong64'].includes(process.arch))
    return undefined;
  try {
    const koffi = (await import('koffi')).default as unknown as Koffi;
    return {
      fcntl: koffi.load(null).func('int fcntl(int fd, int command, void *lock)'),
      errno: () => koffi.errno(),
    };
  } catch {
    return undefined;
  }
}

/**
 * Takes a lock of fcntl(2) on a part of an open file, never waiting, that conflicts with the locks of other processes
 * (SQLite's are such) and is held until the descriptor is closed, whatever else of the file this process closes.
 *
 * @param fd open for writing where the lock is exclusive.
 * @returns whether it is held now; `undefined` where this system has no such lock.
 * @throws RevstoreError `Can't get exclusive lock on file '…'`.
 */
export async function tryRangeLock(
  fd: number,
  path: string,
  { start, length, exclusive }: LockedRange,
): Promise<boolean | undefined> {
  const system = await (loading ??= loadFcntl());
  if (!system) return undefined;
  const lock = Buffer.alloc(32);
  lock.writeInt16LE(exclusive ? writeLock : readLock, 0);
  lock.writeBigInt64LE(BigInt(start), 8);
  lock.writeBigInt64LE(BigInt(length), 16);
  for (;;) {
    if (system.fcntl(fd, setOpenFileLock, lock) === 0) return true;
    const errno = system.errno();
    const code = getSystemErrorName(-errno);
    if (code === 'EINTR') continue;
    if (code === 'EAGAIN' || code === 'EACCES') return false;
    // Old kernels and some file systems.
    if (code === 'EINVAL' || code === 'ENOLCK' || code === 'ENOSYS') return undefined;
    throw systemError(
      Object.assign(new Error(code), { code, errno: -errno, syscall: 'fcntl' }),
      `Can't get ${exclusive ? 'exclusive' : 'shared'} lock on file '${path}'`,
      { path },
    );
  }
}
