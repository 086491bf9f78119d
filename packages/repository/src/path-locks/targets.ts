import { RevstoreError } from '@revstore/errors';
import { canonicalTargets, comparePaths } from '@revstore/fsfs';
import type { LockTarget, PathLockResult } from '../api/index.js';
import { hookErrors } from '../hooks/index.js';

/** Targets as callers give them, as {@link canonicalTargets} gives them. */
export function targetsOf(targets: readonly (string | LockTarget)[]): LockTarget[] {
  return canonicalTargets(targets.map((target) => (typeof target === 'string' ? { path: target } : target)));
}

/** A hook's refusal of one path, which does not keep others; any other error is thrown. */
export function refused(path: string, error: unknown): PathLockResult {
  const { HOOK_FAILURE, HOOK_NOT_STARTED } = hookErrors;
  if (
    error instanceof RevstoreError &&
    (error.code === HOOK_FAILURE.code || error.code === HOOK_NOT_STARTED.code)
  )
    return { path, error };
  throw error;
}

/** Results in Subversion's order of paths. */
export function sortedResults(results: readonly PathLockResult[]): PathLockResult[] {
  return [...results].sort((a, b) => comparePaths(a.path, b.path));
}
