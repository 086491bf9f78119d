import type { CommitResult, ImportEvent, ImportOptions } from './types.js';

/** Events of a synchronisation, in the order of its edits. */
export type SyncEvent =
  | ImportEvent
  | { readonly type: 'change'; readonly path: string; readonly binary: boolean }
  | { readonly type: 'delete'; readonly path: string };

/** What a synchronisation takes along, and what it stores with it. */
export interface SyncOptions extends Omit<ImportOptions, 'onEvent'> {
  readonly onEvent?: (event: SyncEvent) => void;
}

/** The revision that a synchronisation made, and how many files and directories it edited. */
export interface SyncResult extends CommitResult {
  readonly added: number;
  readonly changed: number;
  /** What was in a deleted directory is not counted. */
  readonly deleted: number;
}
