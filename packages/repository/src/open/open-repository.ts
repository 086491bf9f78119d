import { join } from 'node:path';
import { RevstoreError } from '@revstore/errors';
import { canonicalPath, fsErrors, listAnnounced, locatePath, removeTransaction, Store } from '@revstore/fsfs';
import { readBlame } from '../blame/index.js';
import { commitEdits, StoreTransaction } from '../commit/index.js';
import { diffTrees } from '../diff/index.js';
import { dumpRepository } from '../dump/index.js';
import { exportTree } from '../export/index.js';
import { Hooks } from '../hooks/index.js';
import { importTree } from '../import/index.js';
import { loadStream } from '../load/index.js';
import { readLog } from '../log/index.js';
import { locksAt, lockPaths, unlockPaths } from '../path-locks/index.js';
import { readTree } from '../read-tree/index.js';
import { setRevisionProperty } from '../revision-properties/index.js';
import { syncTree } from '../sync/index.js';
import { fileUrl, pathUrl } from '../targets/index.js';
import type {
  BlameLine,
  BlameOptions,
  CommitOptions,
  CommitResult,
  CommitTransaction,
  Depth,
  Difference,
  DiffOptions,
  DiffPlace,
  DumpOptions,
  Edit,
  ExportOptions,
  ExportResult,
  ImportOptions,
  ImportResult,
  LockOptions,
  LockTarget,
  LoadOptions,
  LoadResult,
  LogEntry,
  LogOptions,
  OpenOptions,
  PathLock,
  PathLockOutcome,
  Properties,
  ReadTreeOptions,
  ReadTreeResult,
  Repository,
  RepositoryInfo,
  RevisionPropertyChange,
  RevisionSpec,
  RevisionView,
  SetRevisionPropertyOptions,
  SyncOptions,
  SyncResult,
  UnlockOptions,
  UnlockTarget,
} from '../api/index.js';
import { readRepositoryFormat } from '../repository-format/index.js';
import { StoreView } from '../view/index.js';
import { datedRevision } from './dated-revision.js';
import { openErrors } from './open-errors.js';

/**
 * Opens the repository in a directory, for reading and committing. Nothing is written by opening or reading.
 *
 * @throws RevstoreError where there is none (E000002), for unknown formats and a bad `fsfs.conf`.
 */
export async function openRepository(path: string, options: OpenOptions = {}): Promise<Repository> {
  const format = readRepositoryFormat(path);
  const { flushToDisk = true, ...rest } = options;
  const store = Store.open(join(path, 'db'), { ...rest, flush: flushToDisk ? 'durable' : 'none' });
  return new StoreRepository(path, format, store);
}

class StoreRepository implements Repository {
  readonly path: string;
  readonly #format: number;
  readonly #store: Store;
  #closed = false;

  constructor(path: string, format: number, store: Store) {
    this.path = path;
    this.#format = format;
    this.#store = store;
  }

  get uuid(): string {
    return this.#store.ids.uuid;
  }

  async info(): Promise<RepositoryInfo> {
    const store = this.#open();
    const youngest = store.youngest();
    const { features, layout, addressing } = store.format;
    store.refresh();
    return {
      path: this.path,
      uuid: this.uuid,
      youngest,
      repositoryFormat: this.#format,
      filesystemFormat: features.number,
      compatibleWith: features.since,
      supportsMergeinfo: features.mergeinfo,
      sharded: layout.kind === 'sharded',
      ...(layout.kind === 'sharded'
        ? {
            shardSize: layout.shardSize,
            shardsPacked: Math.floor(store.files.minUnpackedRev / layout.shardSize),
            shardsFull: Math.floor((youngest + 1) / layout.shardSize),
          }
        : {}),
      logicalAddressing: addressing === 'logical',
      configFile: store.paths.config,
    };
  }

  async youngest(): Promise<number> {
    return this.#open().youngest();
  }

  async resolveRevision(spec: RevisionSpec): Promise<number> {
    const store = this.#open();
    if (spec === 'HEAD') return store.youngest();
    if (spec instanceof Date) {
      if (Number.isNaN(spec.getTime())) throw new TypeError('The date of a revision is invalid');
      return datedRevision(store, spec.getTime());
    }
    store.checkRevision(spec);
    return spec;
  }

  async revision(spec: RevisionSpec = 'HEAD'): Promise<RevisionView> {
    return new StoreView(() => this.#open(), await this.resolveRevision(spec));
  }

  async locate(path: string, peg: number, revision: number): Promise<string> {
    const store = this.#open();
    const at = canonicalPath(path);
    store.tree(peg).get(at);
    store.checkRevision(revision);
    const found = locatePath(store.nodes, at, peg, revision);
    if (found === undefined)
      throw new RevstoreError(
        openErrors.CLIENT_UNRELATED_RESOURCES,
        `Unable to find repository location for '${pathUrl(fileUrl(this.path), at)}' in revision ${revision}`,
        { data: { path: at, revision } },
      );
    return found;
  }

  async revisionProperties(revision: number): Promise<Properties> {
    const store = this.#open();
    store.checkRevision(revision);
    store.refresh();
    return store.revprops.read(revision);
  }

  async setRevisionProperty(
    revision: number,
    name: string,
    value: Uint8Array | undefined,
    options?: SetRevisionPropertyOptions,
  ): Promise<RevisionPropertyChange> {
    return setRevisionProperty(this.#open(), new Hooks(this.path), revision, name, value, options);
  }

  async *log(options: LogOptions = {}): AsyncGenerator<LogEntry, void, undefined> {
    const { paths = ['/'], pegRevision, start: from = 'HEAD', end: to, ...rest } = options;
    const start = await this.resolveRevision(from);
    const end = to === undefined ? Math.min(1, start) : await this.resolveRevision(to);
    const youngest = Math.max(start, end);
    const peg = pegRevision === undefined ? youngest : await this.resolveRevision(pegRevision);
    const located: string[] = [];
    for (const path of paths) located.push(await this.locate(path, peg, youngest));
    for await (const entry of readLog(this.#open(), { ...rest, paths: located, start, end })) {
      yield entry;
      // The handle may have been closed while the caller had the entry.
      this.#open();
    }
  }

  async *blame(options: BlameOptions): AsyncGenerator<BlameLine, void, undefined> {
    const { pegRevision = 'HEAD', start: from = 1, end: to = pegRevision, ...rest } = options;
    const peg = await this.resolveRevision(pegRevision);
    const start = await this.resolveRevision(from);
    const end = await this.resolveRevision(to);
    const youngest = Math.max(start, end);
    const path =
      peg === youngest ? canonicalPath(options.path) : await this.locate(options.path, peg, youngest);
    for await (const line of readBlame(this.#open(), { ...rest, path, start, end })) {
      yield line;
      this.#open();
    }
  }

  async *diff(options: DiffOptions): AsyncGenerator<Difference, void, undefined> {
    const place = async ({ path = '/', revision = 'HEAD' }: DiffPlace) => ({
      path: canonicalPath(path),
      revision: await this.resolveRevision(revision),
    });
    const [from, to] = [await place(options.from), await place(options.to)];
    for await (const difference of diffTrees(this.#open(), { ...options, from, to })) {
      yield difference;
      this.#open();
    }
  }

  async getLock(path: string): Promise<PathLock | undefined> {
    return this.#open().locks.lock(canonicalPath(path));
  }

  async locks(path = '/', depth: Depth = 'infinity'): Promise<PathLock[]> {
    return locksAt(this.#open(), path, depth);
  }

  async lock(targets: readonly (string | LockTarget)[], options: LockOptions): Promise<PathLockOutcome> {
    return lockPaths(this.#open(), new Hooks(this.path), targets, options);
  }

  async unlock(
    targets: readonly (string | UnlockTarget)[],
    options: UnlockOptions,
  ): Promise<PathLockOutcome> {
    return unlockPaths(this.#open(), new Hooks(this.path), targets, options);
  }

  async commit(edits: Iterable<Edit> | AsyncIterable<Edit>, options?: CommitOptions): Promise<CommitResult> {
    return commitEdits(this.#open(), new Hooks(this.path), edits, options);
  }

  async beginTransaction(options: CommitOptions = {}): Promise<CommitTransaction> {
    return StoreTransaction.begin(this.#open(), new Hooks(this.path), options);
  }

  async resumeTransaction(id: string, options: CommitOptions = {}): Promise<CommitTransaction> {
    return StoreTransaction.resume(this.#open(), new Hooks(this.path), id, options);
  }

  async transactions(): Promise<string[]> {
    return listAnnounced(this.#open());
  }

  async removeTransaction(id: string): Promise<void> {
    removeTransaction(this.#open(), id);
  }

  async importTree(source: string, options: ImportOptions): Promise<ImportResult | undefined> {
    const url = pathUrl(fileUrl(this.path), canonicalPath(options.target));
    return importTree(this.#open(), new Hooks(this.path), url, source, options);
  }

  async syncTree(source: string, options: SyncOptions): Promise<SyncResult | undefined> {
    const url = pathUrl(fileUrl(this.path), canonicalPath(options.target));
    await using view = await this.revision();
    return syncTree(this.#open(), new Hooks(this.path), view, url, source, options);
  }

  async exportTree(target: string, options: ExportOptions = {}): Promise<ExportResult> {
    const revision = await this.resolveRevision(options.revision ?? 'HEAD');
    const peg =
      options.pegRevision === undefined ? revision : await this.resolveRevision(options.pegRevision);
    const source = await this.locate(options.source ?? '/', peg, revision);
    const rootUrl = options.rootUrl ?? fileUrl(this.path);
    return exportTree(this.#open(), target, { ...options, source, revision, rootUrl });
  }

  async readTree(options: ReadTreeOptions = {}): Promise<ReadTreeResult> {
    const revision = await this.resolveRevision(options.revision ?? 'HEAD');
    return readTree(this.#open(), { ...options, source: canonicalPath(options.source ?? '/'), revision });
  }

  async *dump(options: DumpOptions = {}): AsyncGenerator<Uint8Array, void, undefined> {
    const { start: from = 0, end: to = 'HEAD', ...rest } = options;
    const start = await this.resolveRevision(from);
    const end = await this.resolveRevision(to);
    if (start > end)
      throw new RevstoreError(
        openErrors.REPOS_BAD_ARGS,
        `Start revision ${start} is greater than end revision ${end}`,
        { data: { revision: start } },
      );
    for await (const block of dumpRepository(this.#open(), { ...rest, start, end })) {
      yield block;
      // The handle may have been closed while the caller had the block.
      this.#open();
    }
  }

  async load(stream: AsyncIterable<Uint8Array>, options: LoadOptions = {}): Promise<LoadResult> {
    return loadStream(this.#open(), new Hooks(this.path), stream, options);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#store.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #open(): Store {
    if (this.#closed)
      throw new RevstoreError(fsErrors.HANDLE_CLOSED, `The handle of repository '${this.path}' is closed`);
    this.#store.revalidate();
    return this.#store;
  }
}
