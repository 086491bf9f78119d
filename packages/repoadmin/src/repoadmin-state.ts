import type { CommonState, RevisionRange } from '@revstore/command-line';

/** What the options of `repoadmin` set. */
export interface RepoadminState extends CommonState {
  json: boolean;
  noNewline: boolean;
  bypassHooks: boolean;
  incremental: boolean;
  uuid?: 'ignore' | 'force';
  ignoreDates: boolean;
  parentDirectory?: string;
  bypassPropertyValidation: boolean;
  normalizeProperties: boolean;
  usePreCommitHook: boolean;
  usePostCommitHook: boolean;
  noFlushToDisk: boolean;
  range?: RevisionRange;
  file?: string;
  cacheBytes?: number;
  compatibleVersion?: string;
  /** The oldest Subversion of the old options `--pre-1.N-compatible`. */
  preVersion?: string;
  fsType?: string;
  shardSize?: number;
}

/** The state before any option is applied. */
export function createRepoadminState(): RepoadminState {
  return {
    help: false,
    version: false,
    quiet: false,
    verbose: false,
    json: false,
    noNewline: false,
    bypassHooks: false,
    incremental: false,
    ignoreDates: false,
    bypassPropertyValidation: false,
    normalizeProperties: false,
    usePreCommitHook: false,
    usePostCommitHook: false,
    noFlushToDisk: false,
  };
}
