import type { Depth, NodeKind, Properties, RevisionSpec } from './types.js';

/** A path in a revision. */
export interface DiffPlace {
  /** Default the root. */
  readonly path?: string;
  /** Default HEAD. */
  readonly revision?: RevisionSpec;
}

/** Which trees are compared, and how. */
export interface DiffOptions {
  /** The tree that changes. */
  readonly from: DiffPlace;
  /** What it changes to. */
  readonly to: DiffPlace;
  /** How far below the two; default `infinity`. */
  readonly depth?: Depth;
  /** Whether nodes of one name without common history are a deletion and an addition; default false: they are a change. */
  readonly noticeAncestry?: boolean;
  readonly signal?: AbortSignal;
}

/** One side of a difference; it is read when it is asked for. */
export interface DifferenceSide {
  readonly path: string;
  readonly revision: number;
  properties(): Promise<Properties>;
  /** Contents of a file; empty for a directory. The bytes are the caller's. */
  contents(): Promise<Uint8Array>;
}

/** One node that two trees have differently. */
export interface Difference {
  /** Path below what is compared, '' for that itself. */
  readonly relativePath: string;
  readonly kind: NodeKind;
  readonly action: 'add' | 'modify' | 'delete';
  /** Whether a file's contents differ; true for files added and deleted. */
  readonly textModified: boolean;
  /** Whether properties differ; those of nodes added and deleted are compared with none. */
  readonly propertiesModified: boolean;
  /** Absent where the node is added. */
  readonly before?: DifferenceSide;
  /** Absent where the node is deleted. */
  readonly after?: DifferenceSide;
}
