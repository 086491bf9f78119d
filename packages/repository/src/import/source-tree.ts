import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { resolve } from 'node:path';
import { RevstoreError, systemError } from '@revstore/errors';
import { checkLocalPath, decodeEntryName, isAdministrativeName, matchesAny } from '@revstore/working-files';
import type { Depth } from '../api/index.js';
import { importErrors } from './import-errors.js';

/** One thing found while walking a folder, in the order in which it is imported. */
export type SourceEntry =
  | { readonly type: 'directory' | 'file' | 'link'; readonly name: string; readonly localPath: string }
  | { readonly type: 'leave-directory' }
  | { readonly type: 'skipped'; readonly localPath: string };

/** What a walk leaves out. */
export interface SourceRules {
  readonly depth: Depth;
  /** Patterns for names at every level. */
  readonly globalIgnores: readonly string[];
  /** Patterns for names in the top folder only. */
  readonly topIgnores: readonly string[];
  /** Report what is neither file, directory nor link as skipped instead of failing. */
  readonly skipUnknownTypes: boolean;
}

/** What is at a local path. */
export type SourceKind = 'file' | 'directory' | 'link' | 'unknown';

/**
 * Kind of a local path, links not followed.
 *
 * @param localPath '' is the working directory.
 * @throws RevstoreError `Can't stat '…'`
 */
export function sourceKind(localPath: string): SourceKind {
  try {
    return kindOf(lstatSync(localPath || '.'));
  } catch (error) {
    throw systemError(error, `Can't stat '${resolve(localPath)}'`, { path: localPath });
  }
}

/**
 * Walks a folder: entries in byte order of names, a directory followed by what is in it and a `leave-directory`.
 *
 * @param directory local path, as it is to be shown in messages and events; '' is the working directory.
 * @param absolute the same directory's absolute path, for the check of control characters.
 * @throws RevstoreError for names that Subversion refuses, unknown types, and of the system.
 */
export function* walkSource(
  directory: string,
  absolute: string,
  rules: SourceRules,
  top = true,
): Generator<SourceEntry, void, undefined> {
  for (const { name, kind, localPath } of sourceEntries(directory)) {
    const absolutePath = below(absolute, name);
    if (isAdministrativeName(name)) {
      yield { type: 'skipped', localPath };
      continue;
    }
    if (matchesAny(name, rules.globalIgnores) || (top && matchesAny(name, rules.topIgnores))) continue;
    checkLocalPath(absolutePath);
    if (kind === 'directory') {
      if (rules.depth === 'files') continue;
      yield { type: 'directory', name, localPath };
      if (rules.depth === 'infinity') yield* walkSource(localPath, absolutePath, rules, false);
      yield { type: 'leave-directory' };
    } else if (kind !== 'unknown') {
      yield { type: kind, name, localPath };
    } else if (rules.skipUnknownTypes) {
      yield { type: 'skipped', localPath };
    } else {
      throw unknownType(absolutePath);
    }
  }
}

function below(directory: string, name: string): string {
  if (directory === '') return name;
  return directory === '/' ? `/${name}` : `${directory}/${name}`;
}

/** The error of a path that is neither file, directory nor link. */
export function unknownType(localPath: string): RevstoreError {
  return new RevstoreError(
    importErrors.NODE_UNKNOWN_KIND,
    `Unknown or unversionable type for '${localPath}'`,
    { data: { path: localPath } },
  );
}

function kindOf(entry: Pick<Dirent, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): SourceKind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'unknown';
}

/**
 * What is in a folder, in byte order of names, links not followed.
 *
 * @param directory local path, as it is to be shown; '' is the working directory.
 * @throws RevstoreError `Can't open directory '…'`, and for names that are not UTF-8.
 */
export function sourceEntries(
  directory: string,
): { readonly name: string; readonly kind: SourceKind; readonly localPath: string }[] {
  let entries: Dirent<Buffer>[];
  try {
    entries = readdirSync(directory || '.', { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    throw systemError(error, `Can't open directory '${directory}'`, { path: directory });
  }
  return entries
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map((entry) => {
      const name = decodeEntryName(entry.name, directory);
      return { name, kind: kindOf(entry), localPath: below(directory, name) };
    });
}
