/** The values of dumps. */
import type { RevisionSpec } from './types.js';

/** What a dump tells while it goes on. */
export type DumpEvent =
  /** All records of a revision were made. */
  | { readonly type: 'revision'; readonly revision: number }
  /** Something that a load of the stream may trip over; the message is Subversion's. */
  | {
      readonly type: 'warning';
      readonly warning: 'old-reference' | 'old-mergeinfo' | 'invalid-path';
      readonly message: string;
    };

/** Which revisions are dumped, and how. */
export interface DumpOptions {
  /** First revision; default 0. */
  readonly start?: RevisionSpec;
  /** Last revision; default HEAD. */
  readonly end?: RevisionSpec;
  /** Whether the first revision, too, is told by what it changed; by default it is told as a whole tree. */
  readonly incremental?: boolean;
  /** Called as a record is made, ahead of the bytes given. Warnings are looked for only where there is one. */
  readonly onEvent?: (event: DumpEvent) => void;
  readonly signal?: AbortSignal;
}
