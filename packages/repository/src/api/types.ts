/** The values that the public API takes and returns. Paths inside a repository are absolute (`/trunk/a`), `/` is the root. */
import type { RevstoreError } from '@revstore/errors';
import type { StoredLock } from '@revstore/fsfs';

/** A property list: name to value bytes, in byte order of the names. */
export type Properties = Map<string, Uint8Array>;

/** What a node is. */
export type NodeKind = 'file' | 'dir';

/** How far below a directory an operation reaches: itself; its files; its children; everything. */
export type Depth = 'empty' | 'files' | 'immediates' | 'infinity';

/** A revision as callers name it: a number, the youngest, or the youngest at a point in time. */
export type RevisionSpec = number | 'HEAD' | Date;

/** What is known of a node without its contents. */
export interface NodeStat {
  readonly path: string;
  readonly kind: NodeKind;
  /** Bytes of a file's contents; 0 for directories. */
  readonly size: number;
  /** Revision in which the node (for a directory: or anything below it) last changed. */
  readonly createdRevision: number;
  readonly hasProperties: boolean;
  /** MD5 of a file's contents, 32 hex digits; absent for directories. */
  readonly md5?: string;
  /** SHA-1 of a file's contents, 40 hex digits, where the store has it. */
  readonly sha1?: string;
  /** Node-revision id, e.g. `0-1.0.r1/3`. */
  readonly id: string;
}

/** One entry of a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: NodeKind;
}

/** A node met on a walk. */
export interface WalkEntry {
  readonly path: string;
  /** Path relative to where the walk began, '' for that node itself. */
  readonly relativePath: string;
  readonly kind: NodeKind;
}

/** A node met on a walk, with all that `svn list -v` tells. */
export interface ListEntry extends WalkEntry, NodeStat {
  readonly lastAuthor?: string;
  /** `svn:date` of the created revision as stored, e.g. `2026-12-01T01:02:03.000000Z`. */
  readonly lastDate?: string;
  readonly lock?: PathLock;
}

/** A lock on a path, as `svn lock` makes it. Dates are as stored. */
export type PathLock = StoredLock;

/** One path that a revision changed. */
export interface ChangedPath {
  readonly path: string;
  readonly action: 'add' | 'modify' | 'delete' | 'replace';
  /** Unknown in repositories older than format 4. */
  readonly kind?: NodeKind;
  readonly textModified: boolean;
  readonly propertiesModified: boolean;
  readonly copyFrom?: { readonly path: string; readonly revision: number };
}

/** Which revisions a log reports, and what of them. */
export interface LogOptions {
  /** Paths to follow through copies, as they are at `pegRevision`; default the root. */
  readonly paths?: readonly string[];
  /** Revision at which `paths` name nodes; default the larger of `start` and `end`. */
  readonly pegRevision?: RevisionSpec;
  /** First revision reported; default HEAD. */
  readonly start?: RevisionSpec;
  /** Last revision reported; default 1, or 0 where `start` is 0. */
  readonly end?: RevisionSpec;
  readonly limit?: number;
  readonly changedPaths?: boolean;
  readonly stopOnCopy?: boolean;
  /** Which revision properties: all (default), or the named ones. */
  readonly revisionProperties?: readonly string[];
  readonly signal?: AbortSignal;
}

/** One revision as a log reports it. */
export interface LogEntry {
  readonly revision: number;
  readonly properties: Properties;
  readonly author?: string;
  /** As stored. */
  readonly date?: string;
  readonly message?: string;
  /** What is below a directory follows it directly; present when asked for. */
  readonly changedPaths?: readonly ChangedPath[];
}

/** How a repository is made. */
export interface CreateOptions {
  /** Oldest Subversion that must read the repository, `1.10` to `1.14`; default 1.14. */
  readonly compatibleVersion?: string;
  /** Revisions a shard holds, 1 and up; default 1000. */
  readonly shardSize?: number;
}

/** How a repository is opened. */
export interface OpenOptions {
  /** Where the codecs come from; default native with portable as the fallback. */
  readonly compressionProvider?: 'native' | 'portable';
  /** Bytes of all caches of the handle together; default 64 MiB. */
  readonly cacheBytes?: number;
  /**
   * Whether commits reach the disk before they are told done; default true. Without, a power cut may lose or damage what was
   * committed last.
   */
  readonly flushToDisk?: boolean;
}

/** What a repository is, as `svnadmin info` tells it. */
export interface RepositoryInfo {
  readonly path: string;
  readonly uuid: string;
  readonly youngest: number;
  /** Number in the repository's `format` file. */
  readonly repositoryFormat: number;
  /** Number in `db/format`. */
  readonly filesystemFormat: number;
  /** Oldest Subversion that opens it, e.g. `1.10.0`. */
  readonly compatibleWith: string;
  readonly supportsMergeinfo: boolean;
  readonly sharded: boolean;
  readonly shardSize?: number;
  readonly shardsPacked?: number;
  readonly shardsFull?: number;
  readonly logicalAddressing: boolean;
  readonly configFile: string;
}

/** Events of an import, in the order svn prints them. */
export type ImportEvent =
  | { readonly type: 'add'; readonly path: string; readonly kind: NodeKind; readonly binary: boolean }
  | { readonly type: 'skip'; readonly path: string }
  | { readonly type: 'progress'; readonly files: number; readonly bytes: number }
  | { readonly type: 'commit-start' }
  | {
      readonly type: 'committed';
      readonly revision: number;
      readonly author?: string;
      readonly date: string;
    };

/** What an import takes along, and what it stores with it. */
export interface ImportOptions {
  /** Directory or file in the repository that the source becomes; missing parents are made in the same revision. */
  readonly target: string;
  readonly author?: string;
  readonly message?: string;
  /** More revision properties. */
  readonly revisionProperties?: Properties;
  readonly depth?: Depth;
  /** Import what global-ignores, svn:ignore and svn:global-ignores name, too. */
  readonly noIgnore?: boolean;
  /** Skip what is neither file, directory nor link instead of failing (svn's --force). */
  readonly skipUnknownTypes?: boolean;
  /** Patterns of names to leave out; default svn's. */
  readonly globalIgnores?: readonly string[];
  /** `pattern = prop=value;…` rows; absent: only svn:auto-props of the target apply. */
  readonly autoProps?: readonly { readonly pattern: string; readonly properties: Properties }[];
  /** false: not even svn:auto-props of the target (svn's --no-auto-props). */
  readonly enableAutoProps?: boolean;
  /** File extension (lower case, no dot) to mime type. */
  readonly mimeTypes?: ReadonlyMap<string, string>;
  readonly onEvent?: (event: ImportEvent) => void;
  readonly signal?: AbortSignal;
}

/** The revision that a commit made. */
export interface CommitResult {
  readonly revision: number;
  readonly author?: string;
  readonly date: string;
  /** What went wrong after the revision stood: a failed post-commit hook, a lock that was not released. */
  readonly warning?: string;
}

/** The revision that an import made, and what went into it. */
export interface ImportResult extends CommitResult {
  readonly files: number;
  readonly directories: number;
  /** Bytes of all file contents as read. */
  readonly bytesRead: number;
  /** Bytes of the new revision file. */
  readonly bytesStored: number;
}

/** Events of an export, a directory before what is in it. */
export type ExportEvent =
  | { readonly type: 'add'; readonly path: string; readonly kind: NodeKind }
  | { readonly type: 'skip-external'; readonly path: string }
  | { readonly type: 'progress'; readonly files: number; readonly bytes: number };

/** What is exported, and how. */
export interface ExportOptions {
  /** Path in the repository; default `/`. */
  readonly source?: string;
  readonly revision?: RevisionSpec;
  /** Revision at which `source` names the node; default `revision`. */
  readonly pegRevision?: RevisionSpec;
  readonly depth?: Depth;
  /** Overwrite what exists. */
  readonly force?: boolean;
  readonly nativeEol?: 'LF' | 'CR' | 'CRLF';
  readonly ignoreKeywords?: boolean;
  /** URL of the repository's root, for keywords; default its file:// URL. */
  readonly rootUrl?: string;
  readonly onEvent?: (event: ExportEvent) => void;
  readonly signal?: AbortSignal;
}

/** What an export wrote. */
export interface ExportResult {
  readonly revision: number;
  readonly kind: NodeKind;
  readonly files: number;
  readonly directories: number;
  readonly bytesWritten: number;
}

/** Contents of a file as a caller gives them. A stream's chunks are copied before the next one is asked for. */
export type FileContents = Uint8Array | AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** New contents as an svndiff document (version 0, 1 or 2) against what the file contains before the edit. */
export interface DeltaContents {
  readonly delta: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** MD5 of what the delta builds on, 32 hex digits; another text is refused with `CHECKSUM_MISMATCH` (E200014). */
  readonly baseMd5?: string;
}

/** Changes of a property list: new values, `undefined` where the property goes. Gone through more than once. */
export type PropertyChanges = Iterable<readonly [string, Uint8Array | undefined]>;

/** Optimistic concurrency: an edit of what changed after `baseRevision` fails with `FS_TXN_OUT_OF_DATE` (E160028). */
interface BasedEdit {
  readonly baseRevision?: number;
}

/**
 * One edit of a commit. Edits apply one after the other to the tree of the base revision, each to what those before it
 * made of it. Parents must exist; a new node's place must be free: to replace a node, delete it first.
 */
export type Edit =
  | { readonly type: 'make-directory'; readonly path: string; readonly properties?: PropertyChanges }
  | {
      readonly type: 'add-file';
      readonly path: string;
      readonly contents: FileContents;
      readonly properties?: PropertyChanges;
    }
  /** Gives a file new contents, or adds it where there is none. */
  | (BasedEdit & {
      readonly type: 'put-file';
      readonly path: string;
      readonly contents: FileContents | DeltaContents;
      readonly properties?: PropertyChanges;
    })
  /** A copy with history of a file or tree of any revision, default the base revision. */
  | {
      readonly type: 'copy';
      readonly path: string;
      readonly from: { readonly path: string; readonly revision?: number };
    }
  /** A copy from the base revision and the deletion of its source. */
  | (BasedEdit & { readonly type: 'move'; readonly path: string; readonly from: string })
  | (BasedEdit & { readonly type: 'delete'; readonly path: string })
  | (BasedEdit & {
      readonly type: 'set-properties';
      readonly path: string;
      readonly properties: PropertyChanges;
    });

/** What is stored with a commit. */
export interface CommitOptions {
  readonly author?: string;
  readonly message?: string;
  readonly revisionProperties?: Properties;
  /**
   * Revision that the edits build on, default the youngest. What others committed since is merged: where they changed
   * the same, the commit fails with `FS_CONFLICT` (E160024).
   */
  readonly baseRevision?: number;
  /** Tokens of the author's locks on what changes, by path; the locks are released afterwards. */
  readonly lockTokens?: ReadonlyMap<string, string>;
  /** Whether the locks stay. */
  readonly keepLocks?: boolean;
  readonly signal?: AbortSignal;
}

/** How a revision property is changed. */
export interface SetRevisionPropertyOptions {
  /** The value that the property must have before; `null`: it must not be there. */
  readonly expected?: Uint8Array | null;
  /** Who changes it, for the hooks. */
  readonly user?: string;
  /** Which hooks run: `pre-revprop-change`, `post-revprop-change`; default both. */
  readonly hooks?: { readonly pre?: boolean; readonly post?: boolean };
  readonly signal?: AbortSignal;
}

/** What became of a change of a revision property. */
export interface RevisionPropertyChange {
  /** The value before; absent where there was none. */
  readonly oldValue?: Uint8Array;
  /** Why `post-revprop-change` failed; the change stands. */
  readonly hookFailure?: RevstoreError;
}

/** What is read. */
export interface ReadTreeOptions {
  /** Path in the repository; default `/`. */
  readonly source?: string;
  readonly revision?: RevisionSpec;
  readonly depth?: Depth;
  readonly signal?: AbortSignal;
}

/** What was read of a tree, counted as Subversion's benchmark of an export counts it. */
export interface ReadTreeResult {
  readonly directories: number;
  readonly files: number;
  readonly bytesInFiles: number;
  /** Stored properties, and the revision, date, author and UUID that a client is sent with each node. */
  readonly properties: number;
  /** Bytes of those of files. */
  readonly bytesInProperties: number;
}
