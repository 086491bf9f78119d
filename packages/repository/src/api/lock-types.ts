import type { RevstoreError } from '@revstore/errors';
import type { LockTarget, UnlockTarget } from '@revstore/fsfs';
import type { PathLock } from './types.js';

export type { LockTarget, UnlockTarget };

/** How paths are locked. */
export interface LockOptions {
  /** Who has the locks; without one the call rejects with `FS_NO_USER` (E160034). */
  readonly user?: string;
  /** What the locks are for; XML must be able to carry it. */
  readonly comment?: string;
  /** Whether the comment is an XML fragment that a DAV client sent; default false. */
  readonly isDavComment?: boolean;
  /** When the locks end; default never. */
  readonly expires?: Date;
  /** Whether a lock that is there is replaced, whoever has it; default false. */
  readonly steal?: boolean;
  /** Which hooks run: `pre-lock`, `post-lock`; default both. */
  readonly hooks?: { readonly pre?: boolean; readonly post?: boolean };
  readonly signal?: AbortSignal;
}

/** How paths are unlocked. */
export interface UnlockOptions {
  /** Who must have the locks; without one the call rejects with `FS_NO_USER` (E160034). */
  readonly user?: string;
  /** Whether locks are broken: removed without their tokens, whoever has them; default false. */
  readonly force?: boolean;
  /** Which hooks run: `pre-unlock`, `post-unlock`; default both. */
  readonly hooks?: { readonly pre?: boolean; readonly post?: boolean };
  readonly signal?: AbortSignal;
}

/** What became of one path. */
export interface PathLockResult {
  readonly path: string;
  /** The lock that was made. */
  readonly lock?: PathLock;
  /** Why the path was not locked or unlocked. */
  readonly error?: RevstoreError;
}

/** What became of all paths that were to be locked or unlocked. */
export interface PathLockOutcome {
  /** Each path once, in Subversion's order of paths. */
  readonly results: readonly PathLockResult[];
  /** Why the hook that runs afterwards failed; what was done stands. */
  readonly hookFailure?: RevstoreError;
}
