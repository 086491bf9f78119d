import { lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isSystemError, RevstoreError, systemError } from '@revstore/errors';
import { baseName, joinPath, type Noderev, type Store } from '@revstore/fsfs';
import { FileBatches } from '../batches/index.js';
import type { Depth, ExportOptions, ExportResult } from '../api/index.js';
import { exportErrors } from './export-errors.js';
import { FileExporter, type ExportJob, type ExportSettings } from './export-file.js';
import type { ExportWorkerData } from './export-worker.js';

/** Cache of each thread's own store, bytes. */
const workerCacheBytes = 16 * 1024 * 1024;

/** {@link ExportOptions} with what the repository handle has resolved. */
export interface ResolvedExportOptions extends ExportOptions {
  readonly source: string;
  readonly revision: number;
  readonly rootUrl: string;
}

/**
 * Exports a tree or file as `svn export` does. Writes below `target` only, whatever the repository says.
 *
 * @throws RevstoreError `WC_OBSTRUCTED_UPDATE` (E155000) where something is in the way; of the system; the signal's
 * reason. What was exported by then is complete and stays.
 */
export async function exportTree(
  store: Store,
  target: string,
  options: ResolvedExportOptions,
): Promise<ExportResult> {
  const { source, revision, signal } = options;
  signal?.throwIfAborted();
  const node = store.tree(revision).get(source);
  const settings: ExportSettings = {
    force: options.force ?? false,
    ...(options.nativeEol ? { nativeEol: options.nativeEol } : {}),
    ignoreKeywords: options.ignoreKeywords ?? false,
    rootUrl: options.rootUrl,
  };
  await using run = new ExportRun(store, settings, options);
  if (node.kind === 'file') await run.exportSingle(node, source, target);
  else await run.exportDirectory(node, source, target, options.depth ?? 'infinity');
  return {
    revision,
    kind: node.kind,
    files: run.files,
    directories: run.directories,
    bytesWritten: run.bytes,
  };
}

/** One export under way: walks the tree on this thread, writes files on this one and others. */
class ExportRun {
  files = 0;
  directories = 0;
  bytes = 0;
  readonly #store: Store;
  readonly #settings: ExportSettings;
  readonly #options: ResolvedExportOptions;
  readonly #exporter: FileExporter;
  readonly #batches: FileBatches<ExportJob, number>;

  constructor(store: Store, settings: ExportSettings, options: ResolvedExportOptions) {
    this.#store = store;
    this.#settings = settings;
    this.#options = options;
    this.#exporter = new FileExporter(store, settings, () => options.signal?.throwIfAborted());
    this.#batches = new FileBatches({
      module: new URL('./export-worker.js', import.meta.url),
      workerData: {
        db: store.paths.db,
        store: { compressionProvider: store.provider.name, cacheBytes: workerCacheBytes },
        settings,
      } satisfies ExportWorkerData,
      inline: (job) => this.#exporter.export(job),
      onResult: (bytes) => {
        this.bytes += bytes;
        options.onEvent?.({ type: 'progress', files: this.files, bytes: this.bytes });
      },
      ...(options.signal ? { signal: options.signal } : {}),
    });
  }

  async exportSingle(node: Noderev, path: string, target: string): Promise<void> {
    // A file exported into a directory keeps its name there.
    const to = isDirectory(target) ? join(target, baseName(path)) : target;
    this.files = 1;
    this.bytes = await this.#exporter.export({ id: node.id, path, target: resolve(to) });
    this.#options.onEvent?.({ type: 'add', path: to, kind: 'file' });
  }

  async exportDirectory(node: Noderev, path: string, target: string, depth: Depth): Promise<void> {
    this.#makeDirectory(target, makeDirectories);
    await this.#exportEntries(node, path, target, depth);
    await this.#batches.finish();
  }

  /** Waits for files that are being written, so that none is left half-written; then ends the threads. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#batches[Symbol.asyncDispose]();
  }

  async #exportEntries(directory: Noderev, path: string, target: string, depth: Depth): Promise<void> {
    if (depth === 'empty') return;
    const { entries } = this.#store.nodes.directory(directory);
    for (const { name } of entries) checkName(name, path, this.#options.revision);
    for (const { name, kind, id } of entries) {
      const entryPath = joinPath(path, name);
      const entryTarget = join(target, name);
      if (kind === 'file') {
        this.files++;
        this.#options.onEvent?.({ type: 'add', path: entryTarget, kind });
        await this.#batches.add({ id, path: entryPath, target: resolve(entryTarget) });
      } else if (depth !== 'files') {
        this.#makeDirectory(entryTarget);
        const below = depth === 'immediates' ? 'empty' : depth;
        await this.#exportEntries(this.#store.nodes.noderev(id), entryPath, entryTarget, below);
      }
      await this.#batches.rest();
    }
  }

  /**
   * Makes a directory; it may exist only with `force`, and never as a link, which may lead out of the target.
   *
   * @param target '' is the working directory.
   */
  #makeDirectory(target: string, make: (path: string) => void = mkdirSync): void {
    const path = target || '.';
    try {
      make(path);
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST')
        throw systemError(error, `Can't create directory '${path}'`, { path });
      if (!lstatSync(resolve(path), { throwIfNoEntry: false })?.isDirectory()) throw notDirectory(path);
      if (!this.#settings.force) throw alreadyExists(path);
    }
    this.#announceDirectory(target);
  }

  #announceDirectory(path: string): void {
    this.directories++;
    this.#options.onEvent?.({ type: 'add', path, kind: 'dir' });
  }
}

/**
 * Makes a directory and the parents it lacks, from the top down. Node's own way does not end where the system says of
 * a directory whose parent is there that it has none, as below /proc.
 *
 * @throws the system's error `EEXIST`; RevstoreError for others.
 */
function makeDirectories(target: string): void {
  try {
    mkdirSync(target);
  } catch (error) {
    const parent = dirname(target);
    if (isSystemError(error) && error.code === 'EEXIST') throw error;
    if (!isSystemError(error) || error.code !== 'ENOENT' || isThere(parent))
      throw systemError(error, `Can't make directory '${target}'`, { path: target });
    makeDirectories(parent);
    makeDirectories(target);
  }
}

/** Whether there is anything, a link to nowhere included. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function alreadyExists(target: string): RevstoreError {
  return new RevstoreError(exportErrors.WC_OBSTRUCTED_UPDATE, `'${target}' already exists`, {
    data: { path: target },
  });
}

function notDirectory(target: string): RevstoreError {
  return new RevstoreError(exportErrors.WC_NOT_WORKING_COPY, `'${target}' exists and is not a directory`, {
    data: { path: target },
  });
}

/** Refuses names that would lead out of their directory. */
function checkName(name: string, directory: string, revision: number): void {
  if (name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name)) return;
  throw new RevstoreError(
    exportErrors.UNSAFE_NAME,
    `Directory '${directory}' in revision ${revision} has an entry with the impossible name '${name}'`,
    { data: { path: directory, revision, actual: name } },
  );
}
