import type { CommonState, RevisionArgument, RevisionRange } from '@revstore/command-line';
import type { Depth, Properties } from '@revstore/repository';
import type { ConfigOptionArgument } from '@revstore/working-files';
import { createDiffState, type DiffState } from './diff-options.js';
import { createEditState, type EditState } from './edit-options.js';

/** What the options of `repo` set. */
export interface RepoState extends CommonState {
  /** Of `-r` and `-c`, in order. */
  ranges: RevisionRange[];
  usedChange: boolean;
  depth?: Depth;
  nonRecursive: boolean;
  xml: boolean;
  json: boolean;
  incremental: boolean;
  humanReadable: boolean;
  limit?: number;
  force: boolean;
  /** As given; encoded as `encoding` says. */
  message?: string;
  messageFile?: { readonly name: string; readonly contents: Uint8Array };
  encoding?: string;
  forceLog: boolean;
  targets: string[];
  diff: DiffState;
  mergeHistory: boolean;
  edit: EditState;
  revisionProperties?: Properties;
  withAllRevisionProperties: boolean;
  withNoRevisionProperties: boolean;
  revprop: boolean;
  stopOnCopy: boolean;
  /** Groups of patterns: all of one group must match. */
  search: string[][];
  autoProps?: boolean;
  noAutoProps: boolean;
  noIgnore: boolean;
  ignoreKeywords: boolean;
  ignoreExternals: boolean;
  nativeEol?: 'LF' | 'CR' | 'CRLF';
  showItem?: string;
  noNewline: boolean;
  showInherited: boolean;
  username?: string;
  passwordFromStdin: boolean;
  nonInteractive: boolean;
  forceInteractive: boolean;
  trustServerCertificate: boolean;
  configDirectory?: string;
  configOptions: ConfigOptionArgument[];
}

/** The state before any option is applied. */
export function createRepoState(): RepoState {
  return {
    help: false,
    version: false,
    quiet: false,
    verbose: false,
    ranges: [],
    usedChange: false,
    nonRecursive: false,
    xml: false,
    json: false,
    incremental: false,
    humanReadable: false,
    force: false,
    forceLog: false,
    targets: [],
    diff: createDiffState(),
    mergeHistory: false,
    edit: createEditState(),
    withAllRevisionProperties: false,
    withNoRevisionProperties: false,
    revprop: false,
    stopOnCopy: false,
    search: [],
    noAutoProps: false,
    noIgnore: false,
    ignoreKeywords: false,
    ignoreExternals: false,
    noNewline: false,
    showInherited: false,
    passwordFromStdin: false,
    nonInteractive: false,
    forceInteractive: false,
    trustServerCertificate: false,
    configOptions: [],
  };
}

/** The one revision of a subcommand that takes one. */
export function singleRevision(state: RepoState): RevisionArgument | undefined {
  return state.ranges[0]?.start;
}
