import { getSystemErrorName } from 'node:util';
import { RevstoreError } from '@revstore/errors';
import { filesErrors } from '../files-errors.js';

/** flock(2) on a descriptor, never waiting: 0, or the errno. Interrupted calls are made again. */
export type Flock = (fd: number, operation: number) => number;

/** The operations of flock(2); the same numbers on Linux, macOS and the BSDs. */
export const LOCK_SHARED = 1;
export const LOCK_EXCLUSIVE = 2;
export const LOCK_NONBLOCKING = 4;
export const LOCK_RELEASE = 8;

/** The part of koffi that is used here. */
interface Koffi {
  load(library: string | null): { func(prototype: string): (fd: number, operation: number) => number };
  errno(): number;
}

const systemLibraries: readonly (string | null)[] =
  process.platform === 'darwin'
    ? [null, 'libSystem.B.dylib']
    : [
        null,
        'libc.so.6',
        `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`,
        'libc.so.7',
        'libc.so',
      ];

let loading: Promise<Flock> | undefined;

/**
 * flock(2) of this system's C library, loaded upon the first call only (about 14 ms), since readers need no lock.
 *
 * @throws RevstoreError LOCKS_UNAVAILABLE where there is none.
 */
export function loadFlock(): Promise<Flock> {
  loading ??= bindFlock(async () => (await import('koffi')).default as unknown as Koffi);
  return loading;
}

/** Finds flock in the process itself or in a C library of a known name. */
export async function bindFlock(
  importKoffi: () => Promise<Koffi>,
  platform: string = process.platform,
): Promise<Flock> {
  if (platform === 'win32') throw unavailable('Windows has no flock', undefined);
  let koffi: Koffi;
  try {
    koffi = await importKoffi();
  } catch (error) {
    throw unavailable('its native add-on cannot be loaded', error);
  }
  let reason: unknown;
  for (const library of systemLibraries) {
    try {
      const call = koffi.load(library).func('int flock(int fd, int operation)');
      return (fd, operation) => {
        for (;;) {
          if (call(fd, operation) === 0) return 0;
          const errno = koffi.errno();
          if (getSystemErrorName(-errno) !== 'EINTR') return errno;
        }
      };
    } catch (error) {
      reason = error;
    }
  }
  throw unavailable('the C library has no flock that could be found', reason);
}

function unavailable(why: string, cause: unknown): RevstoreError {
  return new RevstoreError(
    filesErrors.LOCKS_UNAVAILABLE,
    `Can't lock files as Subversion does on this system, so nothing may be written: ${why}`,
    { data: { platform: process.platform, arch: process.arch }, cause },
  );
}
