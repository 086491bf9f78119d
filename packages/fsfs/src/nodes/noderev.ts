import { nameText } from '@revstore/bytes';
import { corrupt } from '../fsfs-errors/index.js';
import { parseNoderevId, serializeNoderevId, type NoderevId } from '../ids/index.js';
import { parseRepresentation, serializeRepresentation, type Representation } from '../reps/index.js';

/** One version of one node. */
export interface Noderev {
  readonly id: NoderevId;
  readonly kind: 'file' | 'dir';
  readonly predecessor?: NoderevId;
  /** Number of predecessors. */
  readonly predecessorCount: number;
  /** Absent for an empty directory, and for a file that never had contents. */
  readonly text?: Representation;
  readonly properties?: Representation;
  /** Path at which this version was made. */
  readonly createdPath: string;
  readonly copyFrom?: { readonly revision: number; readonly path: string };
  readonly copyRoot: { readonly revision: number; readonly path: string };
  /** Nodes with svn:mergeinfo in this subtree, itself included. */
  readonly mergeinfoCount: number;
  readonly hasMergeinfo: boolean;
}

/** Byte offset just past the blank line that ends a node-revision, or -1 when it is not within `bytes`. */
export function findNoderevEnd(bytes: Uint8Array): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('\n\n', 0, 'latin1');
  return at < 0 ? -1 : at + 2;
}

function parseCount(value: string | undefined, field: string): number {
  if (value === undefined) return 0;
  if (!/^-?[0-9]{1,15}$/.test(value))
    throw corrupt(`Malformed ${field} field in node-rev`, { actual: value });
  return Number(value);
}

function parseRevisionAndPath(value: string, field: string, id: string): { revision: number; path: string } {
  const match = /^([0-9]{1,15}) (\/.*)$/s.exec(value);
  if (!match) throw corrupt(`Malformed ${field} line in node-rev '${id}'`, { actual: value.slice(0, 200) });
  return { revision: Number(match[1]), path: match[2] };
}

/**
 * Parses a committed node-revision up to its blank line. Unknown fields are ignored.
 *
 * @throws RevstoreError `FS_CORRUPT`
 * @see structure#Revision file format
 */
export function parseNoderev(bytes: Uint8Array): Noderev {
  const fields = new Map<string, string>();
  for (const line of nameText(bytes).split('\n')) {
    if (line === '') break;
    const colon = line.indexOf(':');
    if (colon < 1 || line[colon + 1] !== ' ')
      throw corrupt(`Found malformed header '${line.slice(0, colon < 0 ? 200 : colon)}' in revision file`);
    fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const idText = fields.get('id');
  if (idText === undefined) throw corrupt('Missing id field in node-rev');
  const id = parseNoderevId(idText);
  const kind = fields.get('type');
  if (kind !== 'file' && kind !== 'dir') throw corrupt(`Missing kind field in node-rev '${idText}'`);
  const createdPath = fields.get('cpath');
  if (createdPath === undefined) throw corrupt(`Missing cpath field in node-rev '${idText}'`);
  if (!isCanonical(createdPath)) throw corrupt(`Non-canonical cpath field in node-rev '${idText}'`);
  const text = fields.get('text');
  const properties = fields.get('props');
  const predecessor = fields.get('pred');
  const copyFrom = fields.get('copyfrom');
  const copyRoot = fields.get('copyroot');
  // Built without spreading: a listing parses tens of thousands of these.
  const node: { -readonly [K in keyof Noderev]: Noderev[K] } = {
    id,
    kind,
    predecessorCount: parseCount(fields.get('count'), 'count'),
    createdPath,
    copyRoot:
      copyRoot === undefined
        ? { revision: id.revision, path: createdPath }
        : parseRevisionAndPath(copyRoot, 'copyroot', idText),
    mergeinfoCount: parseCount(fields.get('minfo-cnt'), 'minfo-cnt'),
    hasMergeinfo: fields.has('minfo-here'),
  };
  if (predecessor !== undefined) node.predecessor = parseNoderevId(predecessor);
  if (text !== undefined) node.text = parseRepresentation(text);
  if (properties !== undefined) node.properties = parseRepresentation(properties);
  if (copyFrom !== undefined) node.copyFrom = parseRevisionAndPath(copyFrom, 'copyfrom', idText);
  return node;
}

/** Whether a path is absolute, without empty, `.` or `..` components and without a trailing slash. */
function isCanonical(path: string): boolean {
  return path === '/' || (path.startsWith('/') && !/\/(?:\.{0,2})(?:\/|$)/.test(path));
}

/** A node-revision in the stored form of format 8, with its blank line; as text, for {@link nameBytes}. */
export function serializeNoderev(node: Noderev): string {
  let text = `id: ${serializeNoderevId(node.id)}\ntype: ${node.kind}\n`;
  if (node.predecessor) text += `pred: ${serializeNoderevId(node.predecessor)}\n`;
  text += `count: ${node.predecessorCount}\n`;
  if (node.text) text += `text: ${serializeRepresentation(node.text)}\n`;
  if (node.properties) text += `props: ${serializeRepresentation(node.properties)}\n`;
  text += `cpath: ${node.createdPath}\n`;
  if (node.copyFrom) text += `copyfrom: ${node.copyFrom.revision} ${node.copyFrom.path}\n`;
  if (node.copyRoot.revision !== node.id.revision || node.copyRoot.path !== node.createdPath)
    text += `copyroot: ${node.copyRoot.revision} ${node.copyRoot.path}\n`;
  if (node.mergeinfoCount > 0) text += `minfo-cnt: ${node.mergeinfoCount}\n`;
  if (node.hasMergeinfo) text += 'minfo-here: y\n';
  return text + '\n';
}
