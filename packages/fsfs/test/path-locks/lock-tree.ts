import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  svn,
  svnRepository,
  temporaryDirectory,
  type SvnRepository,
  type SvnRepositoryOptions,
} from '@revstore/testkit';
import { Store } from '@revstore/fsfs';

/** Files, and directories whose names begin as others do. */
export const lockedFiles = ['top', 'a/one', 'a/two', 'a/b/three', 'ab/four', 'a b/five', 'a/ünï'];

/** A repository of svn's with {@link lockedFiles} in revision 1. */
export function lockRepository(options: SvnRepositoryOptions = {}): Promise<SvnRepository> {
  return svnRepository(`${temporaryDirectory()}/r`, {
    ...options,
    revisions: [
      [
        ...['a', 'a/b', 'ab', 'a b'].map((mkdir) => ({ mkdir })),
        ...lockedFiles.map((put) => ({ put, contents: put })),
      ],
    ],
  });
}

/** Opens the store and lets the caller use it. */
export async function withStore<T>(path: string, use: (store: Store) => T | Promise<T>): Promise<T> {
  const store = Store.open(join(path, 'db'));
  try {
    return await use(store);
  } finally {
    store.close();
  }
}

/** Tokens by path as `svn` tells them. */
export async function svnToken(url: string, user = 'alice'): Promise<string> {
  const { stdout } = await svn(['info', '--username', user, url]);
  return /^Lock Token: (.*)$/m.exec(stdout)![1]!;
}

/**
 * All that is in `db/locks`, with dates and generated tokens masked. Children are sorted: svn writes them in the random
 * order of its hash tables.
 */
export function lockTree(path: string): Record<string, string> {
  const root = join(path, 'db/locks');
  const found: Record<string, string> = {};
  if (!existsSync(root)) return found;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const { mode, gid } = statSync(file);
    const text = entry.isFile() ? masked(readFileSync(file, 'latin1')) : '';
    found[file.slice(root.length)] = `${(mode & 0o7777).toString(8)} ${gid} ${text}`;
  }
  return found;
}

function masked(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]{15}Z/g, 'DATE')
    .replace(/opaquelocktoken:[0-9a-f-]{36}/g, 'TOKEN')
    .replace(/(?:[0-9a-f]{32}\n)+/g, (lines) => lines.split('\n').sort().join('\n').slice(1) + '\n');
}
