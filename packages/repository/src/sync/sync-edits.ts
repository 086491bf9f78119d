import { resolve } from 'node:path';
import { joinPath } from '@revstore/fsfs';
import { RevstoreError } from '@revstore/errors';
import {
  autoPropsFor,
  checkLocalPath,
  classifyLink,
  importTranslation,
  isAdministrativeName,
  isBinaryMimeType,
  isExecutable,
  planImport,
  SPECIAL_VALUE,
} from '@revstore/working-files';
import type { Edit, NodeStat, Properties, RevisionView, SyncEvent, SyncOptions } from '../api/index.js';
import { importErrors, sourceEntries, sourceKind, unknownType, type SourceKind } from '../import/index.js';
import { FolderRules } from './folder-rules.js';
import { LocalFile } from './local-file.js';

type Edits = AsyncGenerator<Edit, void, undefined>;

/**
 * Finds the edits that make a node of the repository equal to a local folder or file.
 *
 * Properties follow auto-props, mime types and so on for what is added only; `svn:special` and `svn:executable` always
 * say what the local file is, so that an export gives it back. Patterns to ignore are asked only about names that the
 * repository does not have.
 */
export class SyncEdits {
  added = 0;
  changed = 0;
  deleted = 0;
  readonly #view: RevisionView;
  readonly #options: SyncOptions;
  #files = 0;
  #bytes = 0;

  constructor(view: RevisionView, options: SyncOptions) {
    this.#view = view;
    this.#options = options;
  }

  /**
   * @param source local path.
   * @param target canonical path in the repository.
   * @param url of the target, for messages.
   * @throws RevstoreError as an import does.
   */
  async *of(source: string, target: string, url: string): Edits {
    const kind = sourceKind(source);
    let rules = FolderRules.of(this.#options);
    const parents = ancestors(target);
    for (const path of parents.slice(0, -1)) {
      const isThere = await this.#view.exists(path);
      if (!isThere) yield { type: 'make-directory', path };
      rules = rules.below(isThere ? await this.#view.properties(path) : undefined);
    }
    const stored = (await this.#view.exists(target)) ? await this.#view.stat(target) : undefined;
    if (!stored) refuseReservedName(target);
    if (kind === 'directory') {
      if (stored?.kind === 'file')
        throw new RevstoreError(importErrors.ENTRY_EXISTS, `Path '${url}' already exists`, {
          data: { path: target },
        });
      if (!stored) yield { type: 'make-directory', path: target };
      yield* this.#contentsOf(source, target, stored, rules);
    } else if (kind === 'unknown') throw unknownType(resolve(source));
    else if (stored?.kind === 'dir')
      throw new RevstoreError(
        importErrors.NODE_UNKNOWN_KIND,
        'New entry name required when importing a file',
        { data: { path: source } },
      );
    else yield* this.#file(source, kind, target, stored, rules);
  }

  /** What is in a folder. */
  async *#contentsOf(
    directory: string,
    path: string,
    stored: NodeStat | undefined,
    above: FolderRules,
  ): Edits {
    const { depth = 'infinity' } = this.#options;
    if (depth === 'empty') return;
    const rules = above.below(stored && (await this.#view.properties(path)));
    const inRepository = new Map(
      stored ? (await this.#view.readdir(path)).map((entry) => [entry.name, entry]) : [],
    );
    const names = new Map<string, { readonly kind: SourceKind; readonly localPath: string } | undefined>();
    for (const name of inRepository.keys()) names.set(name, undefined);
    for (const { name, kind, localPath } of sourceEntries(directory)) {
      if (isAdministrativeName(name)) this.#tell({ type: 'skip', path: localPath });
      else if (inRepository.has(name) || !rules.ignores(name)) names.set(name, { kind, localPath });
    }
    for (const name of [...names.keys()].sort(compareNames)) {
      const local = names.get(name);
      const below = joinPath(path, name);
      const node = inRepository.get(name);
      if (local) {
        checkLocalPath(resolve(local.localPath));
        yield* this.#entry(local, below, node && (await this.#view.stat(below)), rules);
      } else if (node && !(depth === 'files' && node.kind === 'dir')) {
        yield this.#delete(below, directory === '' ? name : `${directory}/${name}`);
      }
    }
  }

  async *#entry(
    { kind, localPath }: { readonly kind: SourceKind; readonly localPath: string },
    path: string,
    stored: NodeStat | undefined,
    rules: FolderRules,
  ): Edits {
    const { depth = 'infinity', skipUnknownTypes, signal } = this.#options;
    signal?.throwIfAborted();
    if (kind === 'unknown') {
      if (!skipUnknownTypes) throw unknownType(resolve(localPath));
      this.#tell({ type: 'skip', path: localPath });
      return;
    }
    if (kind === 'directory' && depth === 'files') return;
    let known = stored;
    if (stored && stored.kind !== (kind === 'directory' ? 'dir' : 'file')) {
      yield this.#delete(path, localPath);
      known = undefined;
    }
    if (kind !== 'directory') {
      yield* this.#file(localPath, kind, path, known, rules);
      return;
    }
    if (!known) {
      this.added++;
      this.#tell({ type: 'add', path: localPath, kind: 'dir', binary: false });
      yield { type: 'make-directory', path };
    }
    if (depth === 'infinity') yield* this.#contentsOf(localPath, path, known, rules);
  }

  async *#file(
    localPath: string,
    kind: 'file' | 'link',
    path: string,
    stored: NodeStat | undefined,
    rules: FolderRules,
  ): Edits {
    const file = kind === 'link' ? LocalFile.link(localPath) : LocalFile.open(localPath);
    const edit = stored ? await this.#change(file, path, stored, rules) : this.#add(file, path, rules);
    this.#files++;
    this.#bytes += file.stat?.size ?? file.start.length;
    this.#tell({ type: 'progress', files: this.#files, bytes: this.#bytes });
    if (edit) yield edit;
  }

  #add(file: LocalFile, path: string, rules: FolderRules): Edit {
    const plan = file.stat
      ? planImport(file.path, file.start, file.stat, rules.settings)
      : { ...classifyLink(), translation: undefined };
    this.added++;
    this.#tell({ type: 'add', path: file.path, kind: 'file', binary: plan.binary });
    return { type: 'add-file', path, contents: file.contents(plan.translation), properties: plan.properties };
  }

  async #change(
    file: LocalFile,
    path: string,
    stored: NodeStat,
    rules: FolderRules,
  ): Promise<Edit | undefined> {
    const before = await this.#view.properties(path);
    const changes = propertyChanges(file, before, rules);
    const after = new Map(before);
    for (const [name, value] of changes)
      if (value) after.set(name, value);
      else after.delete(name);
    const translation = importTranslation(after, file.path);
    const same = await file.equals(stored, translation);
    if (same && changes.length === 0) return undefined;
    this.changed++;
    const mimeType = after.get('svn:mime-type');
    const binary = mimeType !== undefined && isBinaryMimeType(Buffer.from(mimeType).toString('utf8'));
    this.#tell({ type: 'change', path: file.path, binary });
    if (same) return { type: 'set-properties', path, properties: changes };
    return { type: 'put-file', path, contents: file.contents(translation), properties: changes };
  }

  #delete(path: string, localPath: string): Edit {
    this.deleted++;
    this.#tell({ type: 'delete', path: localPath });
    return { type: 'delete', path };
  }

  #tell(event: SyncEvent): void {
    this.#options.onEvent?.(event);
  }
}

/** How `svn:special` and `svn:executable` have to change. Where a system has no such bits, the second stays. */
function propertyChanges(
  { path, stat }: LocalFile,
  before: Properties,
  { settings }: FolderRules,
): [string, Uint8Array | undefined][] {
  const changes: [string, Uint8Array | undefined][] = [];
  if (!stat) {
    if (!before.has('svn:special')) changes.push(['svn:special', SPECIAL_VALUE]);
    return changes;
  }
  if (before.has('svn:special')) changes.push(['svn:special', undefined]);
  const byName = autoPropsFor(path.slice(path.lastIndexOf('/') + 1), settings.autoProps).hasExecutable;
  if (settings.identity === undefined || byName) return changes;
  const executable = isExecutable(stat, settings.identity);
  if (executable !== before.has('svn:executable'))
    changes.push(['svn:executable', executable ? new Uint8Array(0) : undefined]);
  return changes;
}

/** A path and the directories above it, root first. */
function ancestors(path: string): string[] {
  const paths = ['/'];
  let at = '/';
  for (const name of path.split('/').filter((part) => part !== '')) paths.push((at = joinPath(at, name)));
  return paths;
}

function compareNames(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** @throws RevstoreError ADM_DIR_RESERVED (E205003). */
function refuseReservedName(target: string): void {
  const name = target.slice(target.lastIndexOf('/') + 1);
  if (isAdministrativeName(name))
    throw new RevstoreError(
      importErrors.ADM_DIR_RESERVED,
      `'${name}' is a reserved name and cannot be imported`,
      { data: { path: target } },
    );
}
