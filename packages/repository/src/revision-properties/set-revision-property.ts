import { changeRevprop, type Store } from '@revstore/fsfs';
import type { RevisionPropertyChange, SetRevisionPropertyOptions } from '../api/index.js';
import { checkProperty } from '../commit/index.js';
import type { Hooks, RevisionPropertyAction } from '../hooks/index.js';

/**
 * Changes a revision property between its two hooks. What the first hook was told of is what is changed: where others
 * change the property meanwhile, the change fails.
 *
 * @throws RevstoreError as {@link checkProperty}; `FS_NO_SUCH_REVISION`; `REVPROP_CHANGES_DISABLED` (E165006) where there
 * is no `pre-revprop-change` hook and `HOOK_FAILURE` (E165001) where it says no; `FS_PROP_BASEVALUE_MISMATCH` (E160049);
 * the signal's reason.
 * @see libsvn_repos/fs-wrap.c#svn_repos_fs_change_rev_prop4
 */
export async function setRevisionProperty(
  store: Store,
  hooks: Hooks,
  revision: number,
  name: string,
  value: Uint8Array | undefined,
  options: SetRevisionPropertyOptions = {},
): Promise<RevisionPropertyChange> {
  const { user, expected, signal } = options;
  const { pre = true, post = true } = options.hooks ?? {};
  store.checkRevision(revision);
  if (value !== undefined) checkProperty(name, value);
  store.refresh();
  const oldValue = expected === undefined ? store.revprops.read(revision).get(name) : (expected ?? undefined);
  const action: RevisionPropertyAction = value === undefined ? 'D' : oldValue === undefined ? 'A' : 'M';
  const call = { revision, name, action, ...(user === undefined ? {} : { user }) };
  const stopping = signal === undefined ? {} : { signal };
  if (pre) await hooks.preRevpropChange({ ...call, ...(value === undefined ? {} : { value }) }, stopping);
  await changeRevprop(store, revision, name, value, { expected: oldValue ?? null, ...stopping });
  // The change stands: from here on nothing may look as if it did not.
  const hookFailure = post
    ? await hooks.postRevpropChange({ ...call, ...(oldValue === undefined ? {} : { oldValue }) })
    : undefined;
  return {
    ...(oldValue === undefined ? {} : { oldValue }),
    ...(hookFailure === undefined ? {} : { hookFailure }),
  };
}
