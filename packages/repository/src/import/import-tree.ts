import { resolve } from 'node:path';
import {
  alreadyExists,
  canonicalPath,
  encodeText,
  fsErrors,
  joinPath,
  pathComponents,
  wrongKind,
  type Store,
  type Transaction,
} from '@revstore/fsfs';
import { RevstoreError } from '@revstore/errors';
import {
  AutoProps,
  classifyLink,
  DEFAULT_GLOBAL_IGNORES,
  isAdministrativeName,
  matchesAny,
  parsePatternList,
  planImport,
  serializeLink,
  translateBytes,
  translateChunks,
  type ClassifySettings,
} from '@revstore/working-files';
import { checkProperty, OpenCommit } from '../commit/index.js';
import type { Hooks } from '../hooks/index.js';
import type { ImportOptions, ImportResult, Properties } from '../api/index.js';
import { TimeSlice } from '../view/index.js';
import { readLinkTarget, SourceFile } from './file-reader.js';
import { importErrors } from './import-errors.js';
import { sourceKind, unknownType, walkSource, type SourceRules } from './source-tree.js';

/** Files up to this many bytes are encoded in one go on this thread; longer ones window by window on several. */
const wholeFileLimit = 512 * 1024;

/**
 * Imports a folder or file as `svn import` does: one revision that adds it at `options.target`, with missing parents.
 *
 * @param url of the target, for messages.
 * @returns `undefined` where there was nothing to add: no revision is made then.
 * @throws RevstoreError with Subversion's codes; the signal's reason. No revision and no transaction is left then.
 */
export async function importTree(
  store: Store,
  hooks: Hooks,
  url: string,
  source: string,
  options: ImportOptions,
): Promise<ImportResult | undefined> {
  const turn = new TimeSlice(options.signal);
  const kind = sourceKind(source);
  const base = store.youngest();
  const target = findTarget(store, base, canonicalPath(options.target), url);
  const settings = classifySettings(store, base, target.existing, options);
  const rules = sourceRules(store, base, target, options);
  // svn matches the whole local path of a file that is imported by itself, and then imports nothing.
  if (kind !== 'directory' && matchesAny(resolve(source), rules.globalIgnores)) return undefined;
  const commit = await OpenCommit.begin(store, hooks, { ...options, baseRevision: base });
  const { txn } = commit;
  const importer = new Importer(store, txn, settings, options, turn);

  try {
    if (target.blockedBy !== undefined) throw blocked(store, txn, target.blockedBy);
    const parent = importer.openExisting(target.existing);
    if (kind === 'directory') await importer.addFolder(source, parent, target.missing, rules);
    else await importer.addSingle(source, kind, parent, target.missing);
    if (importer.directories + importer.files === 0) {
      commit.abort();
      return undefined;
    }
    options.onEvent?.({ type: 'commit-start' });
  } catch (error) {
    commit.abort();
    throw error;
  }
  const { bytesStored, ...committed } = await commit.commit();
  options.onEvent?.({ type: 'committed', ...committed });
  return {
    ...committed,
    files: importer.files,
    directories: importer.directories,
    bytesRead: importer.bytesRead,
    bytesStored,
  };
}

interface ImportTarget {
  /** Deepest directory on the way that exists. */
  readonly existing: string;
  /** Components below it that do not. */
  readonly missing: readonly string[];
  /** A file where a directory on the way should be. */
  readonly blockedBy?: string;
}

function findTarget(store: Store, base: number, path: string, url: string): ImportTarget {
  const tree = store.tree(base);
  const names = pathComponents(path);
  let existing = '/';
  for (let i = 0; i < names.length; i++) {
    const next = joinPath(existing, names[i]);
    const node = tree.find(next);
    if (!node) {
      if (isAdministrativeName(names.at(-1)!))
        throw new RevstoreError(
          importErrors.ADM_DIR_RESERVED,
          `'${names.at(-1)}' is a reserved name and cannot be imported`,
          { data: { path } },
        );
      return { existing, missing: names.slice(i) };
    }
    if (node.kind === 'file') {
      if (i < names.length - 1) return { existing, missing: [], blockedBy: next };
      throw new RevstoreError(importErrors.ENTRY_EXISTS, `Path '${url}' already exists`, { data: { path } });
    }
    existing = next;
  }
  return { existing, missing: [] };
}

function blocked(store: Store, txn: Transaction, path: string): RevstoreError {
  return new RevstoreError(
    fsErrors.FS_NOT_DIRECTORY,
    `Failure opening '${path}' in transaction '${txn.id}'`,
    { data: { path }, cause: wrongKind('directory', path, store.ids.uuid) },
  );
}

/** Property lists of a directory and its ancestors, root first. */
function inheritedProperties(
  store: Store,
  revision: number,
  path: string,
): ReadonlyMap<string, Uint8Array>[] {
  return store
    .tree(revision)
    .steps(path)!
    .map(({ node }) => store.nodes.properties(node));
}

function sourceRules(store: Store, base: number, target: ImportTarget, options: ImportOptions): SourceRules {
  const rules = {
    depth: options.depth ?? 'infinity',
    skipUnknownTypes: options.skipUnknownTypes ?? false,
  } as const;
  if (options.noIgnore) return { ...rules, globalIgnores: [], topIgnores: [] };
  const lists = inheritedProperties(store, base, target.existing);
  const globalIgnores = [...(options.globalIgnores ?? DEFAULT_GLOBAL_IGNORES)];
  for (const properties of lists) {
    const value = properties.get('svn:global-ignores');
    if (value) globalIgnores.push(...parsePatternList(value));
  }
  // svn applies svn:ignore only where the folder's children become children of the directory that has it.
  const ignores = target.missing.length === 0 ? lists.at(-1)!.get('svn:ignore') : undefined;
  return { ...rules, globalIgnores, topIgnores: ignores ? parsePatternList(ignores) : [] };
}

function classifySettings(
  store: Store,
  base: number,
  directory: string,
  options: ImportOptions,
): ClassifySettings {
  const autoProps = new AutoProps();
  if (options.enableAutoProps !== false) {
    autoProps.addRows(options.autoProps ?? []);
    for (const properties of inheritedProperties(store, base, directory)) {
      const value = properties.get('svn:auto-props');
      if (value) autoProps.addProperty(value);
    }
  }
  return {
    autoProps: autoProps.rows(),
    ...(options.mimeTypes ? { mimeTypes: options.mimeTypes } : {}),
    identity: process.getuid && process.getgid ? { uid: process.getuid(), gid: process.getgid() } : undefined,
  };
}

/** Turns local files into edits and texts of one transaction. */
class Importer {
  files = 0;
  directories = 0;
  bytesRead = 0;
  readonly #store: Store;
  readonly #txn: Transaction;
  readonly #settings: ClassifySettings;
  readonly #options: ImportOptions;
  readonly #buffer = Buffer.allocUnsafeSlow(wholeFileLimit);
  readonly #propertyLists = new Map<string, Properties>();
  readonly #turn: TimeSlice;

  constructor(
    store: Store,
    txn: Transaction,
    settings: ClassifySettings,
    options: ImportOptions,
    turn: TimeSlice,
  ) {
    this.#store = store;
    this.#txn = txn;
    this.#settings = settings;
    this.#options = options;
    this.#turn = turn;
  }

  openExisting(path: string): number {
    return pathComponents(path).reduce((row, name) => this.#txn.edits.addBase(row, name), 0);
  }

  async addFolder(
    source: string,
    parent: number,
    missing: readonly string[],
    rules: SourceRules,
  ): Promise<void> {
    const top = missing.reduce((row, name) => this.#addDirectory(row, name), parent);
    if (rules.depth === 'empty') return;
    const existing = missing.length === 0 ? this.#entriesOf(parent) : undefined;
    const open = [top];
    for (const entry of walkSource(source, resolve(source), rules)) {
      if (entry.type === 'leave-directory') {
        open.pop();
        continue;
      }
      if (entry.type === 'skipped') {
        this.#options.onEvent?.({ type: 'skip', path: entry.localPath });
        continue;
      }
      const { name, localPath } = entry;
      if (open.length === 1 && existing?.(name)) throw this.#alreadyExists(parent, name);
      const row = open.at(-1)!;
      if (entry.type === 'directory') {
        open.push(this.#addDirectory(row, name));
        this.#options.onEvent?.({ type: 'add', path: localPath, kind: 'dir', binary: false });
      } else if (entry.type === 'link') {
        this.#addLink(row, name, localPath);
      } else {
        await this.#addFile(row, name, localPath);
      }
      if (this.#turn.over) {
        this.#reportProgress();
        await this.#turn.rest();
      }
    }
  }

  async addSingle(
    source: string,
    kind: 'file' | 'link' | 'unknown',
    parent: number,
    missing: readonly string[],
  ): Promise<void> {
    if (kind === 'unknown') throw unknownType(resolve(source));
    if (missing.length === 0)
      throw new RevstoreError(
        importErrors.NODE_UNKNOWN_KIND,
        'New entry name required when importing a file',
        { data: { path: source } },
      );
    const directory = missing.slice(0, -1).reduce((row, name) => this.#addDirectory(row, name), parent);
    const name = missing.at(-1)!;
    if (kind === 'link') this.#addLink(directory, name, source);
    else await this.#addFile(directory, name, source);
  }

  #addDirectory(parent: number, name: string): number {
    this.directories++;
    return this.#txn.edits.addNew(parent, name, 'dir', this.#txn.newNumber());
  }

  #addLink(parent: number, name: string, localPath: string): void {
    this.#options.onEvent?.({ type: 'add', path: localPath, kind: 'file', binary: false });
    const text = serializeLink(readLinkTarget(localPath));
    const row = this.#newFile(parent, name, classifyLink().properties);
    this.#storeWhole(row, text);
  }

  async #addFile(parent: number, name: string, localPath: string): Promise<void> {
    const file = new SourceFile(localPath);
    try {
      const start = file.readStart(this.#buffer, wholeFileLimit);
      const plan = planImport(localPath, start, file.stat, this.#settings);
      this.#options.onEvent?.({ type: 'add', path: localPath, kind: 'file', binary: plan.binary });
      const row = this.#newFile(parent, name, plan.properties);
      if (start.length < wholeFileLimit) {
        this.#storeWhole(row, translateBytes(start, plan.translation), start.length);
        return;
      }
      const { codec, level } = this.#store.settings.compression;
      const chunks = this.#countRead(file.chunks(start));
      const text = await this.#txn.writeText(
        plan.translation ? translateChunks(chunks, plan.translation) : chunks,
        this.#store.provider[codec],
        level,
        this.#options.signal ? { signal: this.#options.signal } : {},
      );
      this.#txn.edits.setText(row, text, this.#txn.newNumber());
    } finally {
      file.close();
    }
  }

  *#countRead(chunks: Iterable<Uint8Array>): Generator<Uint8Array, void, undefined> {
    for (const chunk of chunks) {
      this.bytesRead += chunk.length;
      this.#reportProgress();
      yield chunk;
    }
  }

  #newFile(parent: number, name: string, properties: Properties): number {
    this.files++;
    const row = this.#txn.edits.addNew(parent, name, 'file', this.#txn.newNumber());
    if (properties.size > 0) this.#txn.edits.setProperties(row, this.#sharedList(properties));
    return row;
  }

  /** One object for equal lists, so that the revision stores the list once. */
  #sharedList(properties: Properties): Properties {
    const key = JSON.stringify(
      [...properties].map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
    );
    const known = this.#propertyLists.get(key);
    if (known) return known;
    for (const [name, value] of properties) checkProperty(name, value);
    if (this.#propertyLists.size < 10_000) this.#propertyLists.set(key, properties);
    return properties;
  }

  #storeWhole(row: number, text: Uint8Array, read = text.length): void {
    const { codec, level } = this.#store.settings.compression;
    const stored = this.#txn.appendText(encodeText(text, this.#store.provider[codec], level));
    this.#txn.edits.setText(row, stored, this.#txn.newNumber());
    this.bytesRead += read;
  }

  #reportProgress(): void {
    this.#options.onEvent?.({ type: 'progress', files: this.files, bytes: this.bytesRead });
  }

  #entriesOf(row: number): (name: string) => boolean {
    const directory = this.#store.nodes.directory(
      this.#store.tree(this.#txn.baseRevision).get(this.#txn.edits.path(row)),
    );
    return (name) => directory.get(name) !== undefined;
  }

  #alreadyExists(parent: number, name: string): RevstoreError {
    const path = joinPath(this.#txn.edits.path(parent), name);
    return alreadyExists(path, this.#txn.id, this.#store.ids.uuid);
  }
}
