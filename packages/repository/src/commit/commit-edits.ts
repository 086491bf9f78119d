import type { Store } from '@revstore/fsfs';
import type { CommitOptions, CommitResult, Edit } from '../api/index.js';
import type { Hooks } from '../hooks/index.js';
import { EditApplier } from './edit-applier.js';
import { OpenCommit } from './open-commit.js';

/**
 * Makes one revision of a list of edits.
 *
 * @throws RevstoreError `FS_NOT_FOUND`, `FS_ALREADY_EXISTS`, `FS_NOT_DIRECTORY`, `FS_NOT_FILE`, `FS_PATH_SYNTAX`,
 * `FS_TXN_OUT_OF_DATE`, of properties as {@link checkProperty}; as {@link OpenCommit}; the signal's reason. Nothing is
 * left then.
 */
export async function commitEdits(
  store: Store,
  hooks: Hooks,
  edits: Iterable<Edit> | AsyncIterable<Edit>,
  options: CommitOptions = {},
): Promise<CommitResult> {
  const { signal } = options;
  const commit = await OpenCommit.begin(store, hooks, options);
  try {
    const applier = new EditApplier(commit.editor, commit.txn.baseRevision);
    for await (const edit of edits) {
      signal?.throwIfAborted();
      await applier.apply(edit, signal);
    }
  } catch (error) {
    commit.abort();
    throw error;
  }
  const { bytesStored: _bytesStored, ...result } = await commit.commit();
  return result;
}
