import { canonicalPath, type Store } from '@revstore/fsfs';
import type { Edit, RevisionView, SyncOptions, SyncResult } from '../api/index.js';
import { commitEdits } from '../commit/index.js';
import type { Hooks } from '../hooks/index.js';
import { SyncEdits } from './sync-edits.js';

/**
 * Makes one revision in which `options.target` equals a local folder or file.
 *
 * @param view of the revision on which it builds; what others commit meanwhile is merged or a conflict.
 * @param url of the target, for messages.
 * @returns `undefined` where there is nothing to change: no revision is made then.
 * @throws RevstoreError as an import and a commit do; the signal's reason. Nothing is left then.
 */
export async function syncTree(
  store: Store,
  hooks: Hooks,
  view: RevisionView,
  url: string,
  source: string,
  options: SyncOptions,
): Promise<SyncResult | undefined> {
  const { author, message, revisionProperties, signal, onEvent } = options;
  signal?.throwIfAborted();
  const work = new SyncEdits(view, options);
  const edits = work.of(source, canonicalPath(options.target), url);
  // Only with a first edit there is something to commit.
  const first = await edits.next();
  if (first.done) return undefined;
  async function* all(): AsyncGenerator<Edit, void, undefined> {
    yield first.value as Edit;
    yield* edits;
    onEvent?.({ type: 'commit-start' });
  }
  const result = await commitEdits(store, hooks, all(), {
    baseRevision: view.revision,
    ...(author === undefined ? {} : { author }),
    ...(message === undefined ? {} : { message }),
    ...(revisionProperties === undefined ? {} : { revisionProperties }),
    ...(signal === undefined ? {} : { signal }),
  });
  onEvent?.({ type: 'committed', ...result });
  return { ...result, added: work.added, changed: work.changed, deleted: work.deleted };
}
