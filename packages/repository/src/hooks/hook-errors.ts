import { defineErrorCodes } from '@revstore/errors';

/** Errors of hooks. */
export const hookErrors = defineErrorCodes({
  HOOKS_UNSUPPORTED: ['unsupported', 200007],
  /** A hook failed, or said no. SVN_ERR_REPOS_HOOK_FAILURE. */
  HOOK_FAILURE: ['denied', 165001],
  /** A hook could not be started. SVN_ERR_REPOS_BAD_ARGS. */
  HOOK_NOT_STARTED: ['io', 165002],
  /** There must be a hook for this, and there is none. SVN_ERR_REPOS_DISABLED_FEATURE. */
  REVPROP_CHANGES_DISABLED: ['denied', 165006],
  POST_LOCK_HOOK_FAILED: ['denied', 165008],
  POST_UNLOCK_HOOK_FAILED: ['denied', 165009],
});
