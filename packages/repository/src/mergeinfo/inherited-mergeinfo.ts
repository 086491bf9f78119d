import type { Properties } from '../api/index.js';
import { parseMergeinfo, type Mergeinfo } from './parse-mergeinfo.js';
import { serializeRanges } from './range-list.js';

/** The parts of a view of a tree that tell mergeinfo. */
interface PropertyView {
  properties(path: string): Promise<Properties>;
  inheritedProperties(path: string): Promise<{ readonly path: string; readonly properties: Properties }[]>;
}

/** A value of `svn:mergeinfo` as Subversion writes it: lines in byte order of paths, without a line end at the end. */
export function serializeMergeinfo(mergeinfo: Mergeinfo): string {
  return [...mergeinfo]
    .map(([path, ranges]) => ({ key: Buffer.from(path), line: `${path}:${serializeRanges(ranges)}` }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ line }) => line)
    .join('\n');
}

/**
 * The mergeinfo that holds for a node, its own or that of the nearest directory above that has any, as the node's own
 * `svn:mergeinfo` would say it: what a copy of the node is given.
 *
 * @returns undefined where none holds; one that cannot be understood is none.
 * @see libsvn_fs_fs/tree.c#get_mergeinfo_for_path
 */
export async function inheritedMergeinfo(view: PropertyView, path: string): Promise<string | undefined> {
  const own = (await view.properties(path)).get('svn:mergeinfo');
  if (own) return serialized(own, (mergeinfo) => mergeinfo);
  for (const above of (await view.inheritedProperties(path)).reverse()) {
    const value = above.properties.get('svn:mergeinfo');
    if (!value) continue;
    const suffix = path.slice(above.path === '/' ? 0 : above.path.length);
    return serialized(value, (mergeinfo) => inheritable(mergeinfo, suffix));
  }
  return undefined;
}

function serialized(value: Uint8Array, change: (mergeinfo: Mergeinfo) => Mergeinfo): string | undefined {
  const mergeinfo = parseMergeinfo(Buffer.from(value).toString('utf8'));
  return mergeinfo && serializeMergeinfo(change(mergeinfo));
}

/** What goes for the node at `suffix` below, too. */
function inheritable(mergeinfo: Mergeinfo, suffix: string): Mergeinfo {
  const below: Mergeinfo = new Map();
  for (const [path, ranges] of mergeinfo) {
    const left = ranges.filter((range) => range.inheritable);
    if (left.length > 0 || ranges.length === 0) below.set((path === '/' ? '' : path) + suffix, left);
  }
  return below;
}
