import { utf8Text } from '@revstore/bytes';
import { joinPath, relativeTo, type Store } from '@revstore/fsfs';
import { parseMergeinfo, type Mergeinfo } from '../mergeinfo/index.js';

/**
 * The mergeinfo that holds for a path: its own, or what it inherits from the nearest directory above that has any.
 *
 * @returns undefined where there is none, the path included, and where it is malformed.
 * @see libsvn_fs_fs/tree.c#get_mergeinfo_for_path
 */
export function mergeinfoAt(store: Store, path: string, revision: number): Mergeinfo | undefined {
  const holder = store
    .tree(revision)
    .steps(path)
    ?.findLast(({ node }) => node.hasMergeinfo);
  const value = holder && store.nodes.properties(holder.node).get('svn:mergeinfo');
  const mergeinfo = value && parseMergeinfo(utf8Text(value));
  if (!mergeinfo || holder.path === path) return mergeinfo;
  const below = relativeTo(holder.path, path)!;
  const inherited: Mergeinfo = new Map();
  for (const [source, ranges] of mergeinfo) {
    const left = ranges.filter(({ inheritable }) => inheritable);
    if (left.length > 0) inherited.set(joinPath(source, below), left);
  }
  return inherited;
}
