import type { LockOptions, LockTarget, PathLockOutcome, UnlockOptions, UnlockTarget } from './lock-types.js';
import type {
  CommitOptions,
  CommitResult,
  Depth,
  DirectoryEntry,
  Edit,
  ExportOptions,
  ExportResult,
  ImportOptions,
  ImportResult,
  ListEntry,
  LogEntry,
  LogOptions,
  NodeKind,
  NodeStat,
  PathLock,
  Properties,
  ReadTreeOptions,
  ReadTreeResult,
  RepositoryInfo,
  RevisionPropertyChange,
  RevisionSpec,
  SetRevisionPropertyOptions,
  WalkEntry,
} from './types.js';
import type { SyncOptions, SyncResult } from './sync-types.js';
import type { DumpOptions } from './dump-types.js';
import type { LoadOptions, LoadResult } from './load-types.js';

import type { BlameLine, BlameOptions } from './blame-types.js';
import type { Difference, DiffOptions } from './diff-types.js';

/** How far a walk goes, and what ends it. */
export interface WalkOptions {
  /** Default `infinity`. */
  readonly depth?: Depth;
  readonly signal?: AbortSignal;
}

/** The tree of one revision, read like a file system. Every method rejects with `FS_NOT_FOUND` (E160013) for a path that is not there. */
export interface RevisionView extends AsyncDisposable {
  readonly revision: number;
  stat(path: string): Promise<NodeStat>;
  exists(path: string): Promise<boolean>;
  /** Entries in byte order of names. Rejects with `FS_NOT_DIRECTORY` (E160016) for a file. */
  readdir(path: string): Promise<DirectoryEntry[]>;
  /**
   * Walks as `svn list` does: the node itself first, then below it depth first in byte order of names. Reads
   * directories only.
   */
  walk(path: string, options?: WalkOptions): AsyncIterable<WalkEntry>;
  /** {@link walk} with the details of each node. */
  list(path: string, options?: WalkOptions): AsyncIterable<ListEntry>;
  properties(path: string): Promise<Properties>;
  /** Property lists of the ancestors that have any, root first. */
  inheritedProperties(path: string): Promise<{ readonly path: string; readonly properties: Properties }[]>;
  /** Contents in chunks; each chunk is the reader's own. Rejects with `FS_NOT_FILE` (E160017) for a directory. */
  createReadStream(path: string, options?: { readonly signal?: AbortSignal }): AsyncIterable<Uint8Array>;
  readFile(path: string, options?: { readonly signal?: AbortSignal }): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * A revision in the making, on the tree of its base revision. Edits apply at once: the reading methods show what the tree has
 * become. After `commit`, `suspend` and `abort` every method rejects with `HANDLE_CLOSED`; disposing of it aborts.
 */
export interface CommitTransaction extends AsyncDisposable {
  /** Name, e.g. `12-3f`, as `svnadmin lstxns` lists it once it is suspended or a hook runs. */
  readonly id: string;
  readonly baseRevision: number;
  /** Rejects as {@link Repository.commit}; a failed edit changes nothing. */
  apply(edit: Edit): Promise<void>;
  kind(path: string): Promise<NodeKind | undefined>;
  /** Entries in byte order of names. */
  readdir(path: string): Promise<DirectoryEntry[]>;
  createReadStream(path: string): AsyncIterable<Uint8Array>;
  properties(path: string): Promise<Properties>;
  /** The properties that the revision will have. */
  revisionProperties(): Promise<Properties>;
  /** Sets one of them, or removes it. */
  setRevisionProperty(name: string, value: Uint8Array | undefined): Promise<void>;
  commit(): Promise<CommitResult>;
  /** Leaves it on disk in Subversion's own form, for {@link Repository.resumeTransaction} in this or another process. */
  suspend(): Promise<void>;
  /** Ends it without a revision; nothing is left. */
  abort(): Promise<void>;
}

/** An open repository. Stays right while other processes commit and pack. */
export interface Repository extends AsyncDisposable {
  readonly path: string;
  readonly uuid: string;
  info(): Promise<RepositoryInfo>;
  youngest(): Promise<number>;
  /** A revision number for a number, HEAD or the youngest revision not after a date. Rejects with `FS_NO_SUCH_REVISION` (E160006). */
  resolveRevision(spec: RevisionSpec): Promise<number>;
  revision(spec?: RevisionSpec): Promise<RevisionView>;
  /** The path that the node at `path` in `peg` had in `revision`. Rejects with `CLIENT_UNRELATED_RESOURCES` (E195012) when it had none. */
  locate(path: string, peg: number, revision: number): Promise<string>;
  revisionProperties(revision: number): Promise<Properties>;
  /**
   * Sets a property of a revision, or removes it where `value` is `undefined`. Rejects with E165006 where the repository
   * has no `pre-revprop-change` hook to allow it, E165001 where that says no, E160049 where the property has not the
   * value expected.
   */
  setRevisionProperty(
    revision: number,
    name: string,
    value: Uint8Array | undefined,
    options?: SetRevisionPropertyOptions,
  ): Promise<RevisionPropertyChange>;
  log(options?: LogOptions): AsyncIterable<LogEntry>;
  /** What differs between two trees, in Subversion's order. One of them may be missing; rejects with `FS_NOT_FOUND` where both are. */
  diff(options: DiffOptions): AsyncIterable<Difference>;
  /**
   * The lines of a file, each with the revision that it comes from. Rejects with `FS_NOT_FILE` (E160017),
   * `CLIENT_IS_BINARY_FILE` (E195004) and as {@link locate}.
   */
  blame(options: BlameOptions): AsyncIterable<BlameLine>;
  /** The lock on a path, unless there is none or it has expired. */
  getLock(path: string): Promise<PathLock | undefined>;
  /** The locks on a path, default the root, and below it, in Subversion's order of paths; default depth `infinity`. */
  locks(path?: string, depth?: Depth): Promise<PathLock[]>;
  /**
   * Locks files, between the hooks. A path that can't be locked does not keep others from it; `results` tells why:
   * E160035 where it is locked, E160013, E160017, E160037 for a bad token, E160042 where it is newer than the target's
   * `currentRevision`, E165001 where a hook says no.
   */
  lock(targets: readonly (string | LockTarget)[], options: LockOptions): Promise<PathLockOutcome>;
  /**
   * Unlocks paths, between the hooks. A target without a token stands for whatever lock the user has there. `results`
   * tells what was not unlocked and why: E160040 for no lock or another token, E160039 for somebody else's, E160041 for
   * one that has expired, E165001 where a hook says no.
   */
  unlock(targets: readonly (string | UnlockTarget)[], options: UnlockOptions): Promise<PathLockOutcome>;
  commit(edits: Iterable<Edit> | AsyncIterable<Edit>, options?: CommitOptions): Promise<CommitResult>;
  /** Begins a transaction that is edited step by step. */
  beginTransaction(options?: CommitOptions): Promise<CommitTransaction>;
  /**
   * Goes on with a suspended transaction, one of Subversion's too. Rejects with `FS_NO_SUCH_TRANSACTION` (E160007), and with
   * `FS_CORRUPT` for one that holds what no {@link Edit} makes.
   *
   * @param options the author and locks of whoever commits it; properties are added to those that it has.
   */
  resumeTransaction(id: string, options?: CommitOptions): Promise<CommitTransaction>;
  /** Names of the transactions that are suspended, or that a hook is looking at; in no particular order. */
  transactions(): Promise<string[]>;
  /** Removes a suspended transaction. Rejects with `FS_NO_SUCH_TRANSACTION` (E160007). */
  removeTransaction(id: string): Promise<void>;
  /** Gives `undefined`, and makes no revision, where there is nothing to add. */
  importTree(source: string, options: ImportOptions): Promise<ImportResult | undefined>;
  /**
   * Makes the target equal to a local folder or file in one revision: adds, changes and deletes. Gives `undefined`, and
   * makes no revision, where nothing differs.
   */
  syncTree(source: string, options: SyncOptions): Promise<SyncResult | undefined>;
  exportTree(target: string, options?: ExportOptions): Promise<ExportResult>;
  /** Reads a tree in full, on all cores, checks every text against its checksum and throws it away. */
  readTree(options?: ReadTreeOptions): Promise<ReadTreeResult>;
  /**
   * Revisions as a dump stream of version 2, the bytes of `svnadmin dump`, in blocks of 256 KiB that are the reader's own.
   * Ends with `REPOS_BAD_ARGS` (E165002) where the range is none.
   */
  dump(options?: DumpOptions): AsyncIterable<Uint8Array>;
  /**
   * Commits the revisions of a dump stream, versions 1 to 3. What was committed when it fails or is aborted stays; of the
   * revision under way nothing is left. Locks do not count, and hooks run only where they are asked for.
   *
   * @param stream in pieces, which must not change after they were given.
   */
  load(stream: AsyncIterable<Uint8Array>, options?: LoadOptions): Promise<LoadResult>;
  close(): Promise<void>;
}

/** Where a `file://` URL or a plain path points. */
export interface Target {
  /** Directory of the repository. */
  readonly repositoryPath: string;
  /** Path inside it, absolute. */
  readonly path: string;
  /** `file://` URL of the repository's root, percent-encoded as svn prints it. */
  readonly rootUrl: string;
  /** `file://` URL of the path. */
  readonly url: string;
}
