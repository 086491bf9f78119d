import type { RevisionSpec } from './types.js';

/** Which lines are looked into, and how far back. */
export interface BlameOptions {
  readonly path: string;
  /** Revision at which `path` names the file; default HEAD. */
  readonly pegRevision?: RevisionSpec;
  /**
   * Lines that are older are not looked into; default 1. Where it is younger than `end`, the lines are those of `end`, each
   * with the revision that changed it next.
   */
  readonly start?: RevisionSpec;
  /** Revision whose lines these are; default the peg revision. */
  readonly end?: RevisionSpec;
  /** Follow merges, too: each line is told with the revision that it was merged from. Default false. */
  readonly merged?: boolean;
  /** Look into files with a binary mime type as well; default false. */
  readonly forceText?: boolean;
  /** When lines count as the same, as the options of `svn blame -x`. */
  readonly lines?: { readonly ignoreSpace?: 'change' | 'all'; readonly ignoreEolStyle?: boolean };
  readonly signal?: AbortSignal;
}

/** Who is responsible for a line. */
export interface BlameSource {
  readonly revision: number;
  readonly author?: string;
  /** As stored. */
  readonly date?: string;
}

/** One line of a file and where it comes from. */
export interface BlameLine {
  /** Counted from 1. */
  readonly lineNumber: number;
  /** The line without its line end; a view, which must not be changed. */
  readonly contents: Uint8Array;
  /** Absent where the line is outside of the revisions looked into. */
  readonly source?: BlameSource;
  /** With `merged`: where the line comes from when merges are followed, and the path that it had there. */
  readonly mergedFrom?: { readonly path: string; readonly source?: BlameSource };
}
