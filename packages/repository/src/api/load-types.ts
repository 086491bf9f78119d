/** The values of loads. */

/** What a load tells while it goes on, in the order of `svnadmin load`. Revisions are those of the stream. */
export type LoadEvent =
  | { readonly type: 'revision-start'; readonly revision: number }
  /** It is outside of the range. */
  | { readonly type: 'revision-skip'; readonly revision: number }
  /** A node is edited; the path has no slash at its start. */
  | { readonly type: 'node-start'; readonly path: string }
  | { readonly type: 'node-copied' }
  /** Carriage returns of `svn:mergeinfo` were removed. */
  | { readonly type: 'mergeinfo-normalized' }
  | { readonly type: 'node-end' }
  /** A revision stands. */
  | { readonly type: 'revision-end'; readonly revision: number; readonly committed: number }
  /** The message is Subversion's. */
  | { readonly type: 'warning'; readonly warning: 'invalid-mergeinfo'; readonly message: string };

/** What is loaded, and how. */
export interface LoadOptions {
  /** First and last revision of the stream that are loaded; default all. */
  readonly range?: { readonly start: number; readonly end: number };
  /** Whether the repository takes the stream's UUID; default where it has no revision yet. */
  readonly uuid?: 'ignore' | 'force';
  /** Whether revisions get the time of the load instead of the dates in the stream. */
  readonly ignoreDates?: boolean;
  /** Directory that takes the place of the stream's root. It must be there. */
  readonly parentDirectory?: string;
  /** Whether properties that Subversion would refuse are taken as they are. */
  readonly bypassPropertyValidation?: boolean;
  /** Whether the line ends of `svn:` properties are mended. */
  readonly normalizeProperties?: boolean;
  readonly usePreCommitHook?: boolean;
  readonly usePostCommitHook?: boolean;
  readonly onEvent?: (event: LoadEvent) => void;
  readonly signal?: AbortSignal;
}

/** What a load made. */
export interface LoadResult {
  /** Revisions that were committed. */
  readonly revisions: number;
  /** The youngest one of them, if any. */
  readonly youngest?: number;
}
