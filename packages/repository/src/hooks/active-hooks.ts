import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RevstoreError } from '@revstore/errors';
import { hookErrors } from './hook-errors.js';

const commitHooks = ['start-commit', 'pre-commit', 'post-commit'];

/**
 * Refuses to commit where an administrator has installed hooks that a commit must run: this release does not run them,
 * and a commit that passes them by would break the policy they enforce.
 *
 * @throws RevstoreError `HOOKS_UNSUPPORTED`
 */
export function refuseActiveHooks(repositoryPath: string): void {
  for (const name of commitHooks) {
    const path = join(repositoryPath, 'hooks', name);
    if (existsSync(path))
      throw new RevstoreError(
        hookErrors.HOOKS_UNSUPPORTED,
        `Can't commit to '${repositoryPath}': it has the hook '${path}', and this release does not run hooks`,
        { data: { path } },
      );
  }
}
