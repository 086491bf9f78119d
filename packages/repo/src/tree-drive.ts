import { RevstoreError } from '@revstore/errors';
import { comparePaths, joinPath, type Edit, type RevisionView } from '@revstore/repository';
import { checkLocalPath } from '@revstore/working-files';
import { repoErrors } from './repo-errors.js';

/** What is done at a path. */
export type TreeAction =
  | { readonly type: 'make-directory' }
  | { readonly type: 'delete' }
  | {
      readonly type: 'copy';
      readonly from: { readonly path: string; readonly revision: number };
      /** What the copy gets as its `svn:mergeinfo`. */
      readonly mergeinfo?: string;
    };

/**
 * Orders actions as Subversion's client drives a commit, by path, and makes edits of them.
 *
 * @param top directory at which the client begins.
 * @param actions by path; each path is below `top`.
 * @throws RevstoreError FS_NOT_DIRECTORY (E160016) where a directory between `top` and a path is not there when its turn
 * comes, FS_PATH_SYNTAX (E160005) for control characters in a new path.
 * @see libsvn_delta/path_driver.c
 */
export async function driveTree(
  view: RevisionView,
  top: string,
  actions: ReadonlyMap<string, TreeAction>,
): Promise<Edit[]> {
  const edits: Edit[] = [];
  const done = new Map<string, boolean>();
  const isThere = async (path: string): Promise<boolean> => done.get(path) ?? view.exists(path);
  for (const path of [...actions.keys()].sort(comparePaths)) {
    for (const directory of directoriesBetween(top, path)) {
      if (!(await isThere(directory)))
        throw new RevstoreError(
          repoErrors.FS_NOT_DIRECTORY,
          `Path '${relativePath(top, directory)}' not present`,
          { data: { path: directory } },
        );
    }
    const action = actions.get(path)!;
    done.set(path, action.type !== 'delete');
    if (action.type !== 'delete') checkLocalPath(relativePath(top, path));
    switch (action.type) {
      case 'make-directory':
      case 'delete':
        edits.push({ type: action.type, path });
        break;
      case 'copy':
        edits.push({ type: 'copy', path, from: action.from });
        if (action.mergeinfo !== undefined)
          edits.push({
            type: 'set-properties',
            path,
            properties: [['svn:mergeinfo', Buffer.from(action.mergeinfo)]],
          });
    }
  }
  return edits;
}

/** A path as messages of the client name it: from the directory at which it began. */
function relativePath(top: string, path: string): string {
  return path.slice(top === '/' ? 1 : top.length + 1);
}

/** The directories below `top` and above `path`, from the top. */
function directoriesBetween(top: string, path: string): string[] {
  const names = relativePath(top, path).split('/').slice(0, -1);
  let at = top;
  return names.map((name) => (at = joinPath(at, name)));
}
