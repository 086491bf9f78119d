import { nameText } from '@revstore/bytes';
import type { RevisionFiles } from '../addressing/index.js';
import { itemIndexes } from '../index-format/index.js';
import type { NodeReader } from './node-reader.js';
import type { Noderev } from './noderev.js';

/** How a node-revision begins; nothing else that a revision holds begins so. */
const beginning = 'id: ';
const pathField = '\ncpath: ';
/** Most node-revisions are shorter (bytes). */
const usualLength = 1024;

/**
 * The node-revisions that a revision made, by the paths at which it made them: found among the items of the revision,
 * without a way through directories.
 *
 * @param paths absolute; what is made at others is left out.
 * @throws RevstoreError `FS_CORRUPT`, `FS_NO_SUCH_REVISION` and index errors.
 */
export function nodesMadeIn(
  files: RevisionFiles,
  nodes: NodeReader,
  revision: number,
  paths: ReadonlySet<string>,
): Map<string, Noderev> {
  const made = new Map<string, Noderev>();
  const file = files.file(revision).retain();
  try {
    if (!file.isIndexed) {
      const root = nodes.noderev({ revision, itemIndex: itemIndexes.rootNode });
      collectBelow(nodes, root, '/', paths, made);
      return made;
    }
    const offsets = file.offsetsOf(revision);
    for (
      let itemIndex = itemIndexes.rootNode;
      itemIndex < offsets.length && made.size < paths.size;
      itemIndex++
    ) {
      const offset = offsets[itemIndex];
      if (offset < 0 || offset >= file.contentEnd) continue;
      const view = file.read(offset, Math.min(usualLength, file.contentEnd - offset));
      const bytes = Buffer.from(view.buffer, view.byteOffset, view.length);
      if (bytes.toString('latin1', 0, beginning.length) !== beginning) continue;
      const path = createdPath(bytes);
      if (path !== undefined && !paths.has(path)) continue;
      const node = nodes.noderev({ revision, itemIndex });
      if (paths.has(node.createdPath)) made.set(node.createdPath, node);
    }
  } finally {
    file.release();
  }
  return made;
}

/** What the revision of `node`, and only that, made at or below it: below an older node nothing is new. */
function collectBelow(
  nodes: NodeReader,
  node: Noderev,
  path: string,
  paths: ReadonlySet<string>,
  made: Map<string, Noderev>,
): void {
  if (paths.has(path)) made.set(path, node);
  if (node.kind !== 'dir') return;
  for (const { name, id } of nodes.directory(node).entries)
    if (id.revision === node.id.revision)
      collectBelow(nodes, nodes.noderev(id), path === '/' ? `/${name}` : `${path}/${name}`, paths, made);
}

/** The path in a node-revision, or `undefined` where it lies too far behind. */
function createdPath(bytes: Buffer): string | undefined {
  const field = bytes.indexOf(pathField, 0, 'latin1');
  if (field < 0) return undefined;
  const start = field + pathField.length;
  const end = bytes.indexOf(10, start);
  return end < 0 ? undefined : nameText(bytes.subarray(start, end));
}
