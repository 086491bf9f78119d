import { rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isSystemError, RevstoreError, systemError } from '@revstore/errors';
import {
  flushDirectory,
  makeDirectoryDurably,
  readDirectory,
  removeTree,
  setMode,
  writeNewFile,
  type FlushPolicy,
} from '@revstore/files';
import { createFilesystem } from '@revstore/fsfs';
import type { CreateOptions } from '../api/index.js';
import { isRepository, newRepositoryFormat } from '../repository-format/index.js';
import { formatForVersion } from './compatible-version.js';
import { configurationTemplates } from './configuration-templates.js';
import { createErrors } from './create-errors.js';
import { hookTemplates } from './hook-templates.js';
import { readme, unusedLock } from './notices.js';

/**
 * Makes an empty repository in a directory that does not exist (its parent must) or is empty.
 *
 * The top `format` file is written last: until then no program takes the directory for a repository. After a failure
 * everything that was made is gone again, and nothing else.
 *
 * @param path where; errors name it as it is given, without needless slashes and dots.
 * @throws RevstoreError `REPOSITORY_EXISTS` inside of a repository; `DIRECTORY_NOT_EMPTY` or the system's error as a chain of
 * three; and for the options `MALFORMED_VERSION`, `NEEDS_BERKELEY_DB`, `UNSUPPORTED_VERSION`, `BAD_SHARD_SIZE`.
 * @see libsvn_repos/repos.c#svn_repos_create
 */
export async function createRepository(path: string, options: CreateOptions = {}): Promise<void> {
  const format = formatForVersion(options.compatibleVersion ?? '1.14');
  const shown = withoutNeedlessParts(path);
  refuseInsideRepository(resolve(path));

  const madeTop = makeTopDirectory(shown);
  const made: string[] = [];
  /** A name of the top directory that is about to be made; what is there already fails and is not ours to remove. */
  const make = (name: string, action: (path: string) => void): void => {
    const target = join(path, name);
    try {
      action(target);
    } catch (error) {
      if (!(error instanceof RevstoreError && error.code === 'EEXIST')) made.push(target);
      throw error;
    }
    made.push(target);
  };
  try {
    make('locks', (locks) => fillDirectory(locks, lockFiles));
    make('hooks', (hooks) => fillDirectory(hooks, hookTemplates, true));
    make('conf', (conf) => fillDirectory(conf, configurationTemplates));
    make('README.txt', (file) => writeText(file, readme, 'none'));
    make('db', (db) =>
      createFilesystem(db, {
        format,
        ...(options.shardSize === undefined ? {} : { shardSize: options.shardSize }),
      }),
    );
    make('format', (file) => {
      writeText(file, `${newRepositoryFormat}\n`, 'durable');
      setMode(file, modeOf(file) & 0o555);
    });
    flushDirectory(path);
  } catch (error) {
    removeMade(made, madeTop ? path : undefined);
    throw error;
  }
}

const lockFiles: ReadonlyMap<string, string> = new Map([
  ['db.lock', unusedLock],
  ['db-logs.lock', unusedLock],
]);

/** Nothing here is worth waiting for the disk: templates and notices can be made again. */
function fillDirectory(directory: string, files: ReadonlyMap<string, string>, executable = false): void {
  makeDirectoryDurably(directory, { flush: 'none' });
  for (const [name, text] of files) {
    const file = join(directory, name);
    writeText(file, text, 'none');
    // Who may read may run.
    if (executable) setMode(file, modeOf(file) | ((modeOf(file) & 0o444) >> 2));
  }
}

function writeText(path: string, text: string, flush: FlushPolicy): void {
  writeNewFile(path, Buffer.from(text), { flush });
}

function modeOf(path: string): number {
  try {
    return statSync(path).mode;
  } catch (error) {
    throw systemError(error, `Can't stat '${path}'`, { path });
  }
}

/** @param path absolute. */
function refuseInsideRepository(path: string): void {
  for (let root = path; ; root = dirname(root)) {
    if (isRepository(root))
      throw new RevstoreError(
        createErrors.REPOSITORY_EXISTS,
        root === path
          ? `'${root}' is an existing repository`
          : `'${path}' is a subdirectory of an existing repository rooted at '${root}'`,
        { data: { path, root } },
      );
    if (root === dirname(root)) return;
  }
}

/** @returns whether the directory was made. */
function makeTopDirectory(path: string): boolean {
  try {
    const made = makeDirectoryDurably(path, { mayExist: true });
    if (!made && entriesOf(path) > 0)
      throw new RevstoreError(createErrors.DIRECTORY_NOT_EMPTY, `'${path}' exists and is non-empty`, {
        data: { path },
      });
    return made;
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
    const row = { code: error.code, kind: error.kind, svn: error.svnCode };
    const cause = new RevstoreError(row, 'Could not create top-level directory', {
      data: error.data,
      cause: error,
    });
    throw new RevstoreError(row, 'Repository creation failed', { data: error.data, cause });
  }
}

function entriesOf(path: string): number {
  try {
    return readDirectory(path).length;
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
    const row = { code: error.code, kind: error.kind, svn: error.svnCode };
    const reason = error.message.slice(error.message.lastIndexOf(': '));
    throw new RevstoreError(row, `Can't check directory '${path}'${reason}`, { data: error.data });
  }
}

/** What cannot be removed stays; the failure that led here is the one to tell. */
function removeMade(made: readonly string[], top: string | undefined): void {
  // `format` and `db` first, so that what stays is not taken for a repository.
  for (const path of made.toReversed()) {
    try {
      removeTree(path);
    } catch (error) {
      if (!(error instanceof RevstoreError)) throw error;
    }
  }
  if (top === undefined) return;
  try {
    rmdirSync(top);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** `a//b/./c/` is `a/b/c`, as svn shows paths. */
function withoutNeedlessParts(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (path.startsWith('/')) return `/${parts.join('/')}`;
  return parts.length === 0 ? '.' : parts.join('/');
}
