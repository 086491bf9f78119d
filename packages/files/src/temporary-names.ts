import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';

const PREFIX = 'svn-';
const pattern = /^svn-[0-9a-z]{20}$/;

/**
 * A name in the directory of `path` that no other process will choose and Subversion gives no meaning to.
 *
 * Subversion's own temporary files are called `svn-` and six characters; ours have twenty, so that {@link isTemporaryName}
 * tells which leftovers are ours.
 */
export function temporaryPathBeside(path: string): string {
  return join(dirname(path), temporaryName());
}

/** A fresh name as {@link temporaryPathBeside} makes them, without a directory. */
export function temporaryName(): string {
  return (
    PREFIX +
    BigInt(`0x1${randomBytes(13).toString('hex')}`)
      .toString(36)
      .slice(-20)
  );
}

/** Whether a directory entry's name is one that {@link temporaryName} makes. */
export function isTemporaryName(name: string): boolean {
  return pattern.test(name);
}
