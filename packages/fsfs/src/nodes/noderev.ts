import { nameText } from '@revstore/bytes';
import type { RevstoreError } from '@revstore/errors';
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

/** A `copyfrom` or `copyroot` value. @throws RevstoreError `FS_CORRUPT` */
export function parseRevisionAndPath(
  value: string,
  field: string,
  id: string,
): { revision: number; path: string } {
  const match = /^([0-9]{1,15}) (\/.*)$/s.exec(value);
  if (!match) throw corrupt(`Malformed ${field} line in node-rev '${id}'`, { actual: value.slice(0, 200) });
  return { revision: Number(match[1]), path: match[2] };
}

const fieldNames = [
  'id',
  'type',
  'pred',
  'count',
  'text',
  'props',
  'cpath',
  'copyfrom',
  'copyroot',
  'minfo-cnt',
  'minfo-here',
] as const;

/** The values of a node-revision's lines as they are stored, whether it is committed or of a transaction. */
export type StoredFields = Partial<Record<(typeof fieldNames)[number], string>>;

/** The header lines up to the blank one. @throws RevstoreError `FS_CORRUPT` */
export function readStoredFields(text: string): StoredFields {
  const fields: StoredFields = {};
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (end === start) break;
    const colon = text.indexOf(': ', start);
    if (colon <= start || colon >= end) throw malformedHeader(text.slice(start, end));
    const name = fieldNames.find((field) => field.length === colon - start && text.startsWith(field, start));
    if (name) fields[name] = text.slice(colon + 2, end);
    start = end + 1;
  }
  return fields;
}

function malformedHeader(line: string): RevstoreError {
  return corrupt(`Found malformed header '${line.split(':')[0].slice(0, 200)}' in revision file`);
}

/**
 * Parses a committed node-revision up to its blank line. Unknown fields are ignored.
 *
 * @throws RevstoreError `FS_CORRUPT`
 * @see structure#Revision file format
 */
export function parseNoderev(bytes: Uint8Array): Noderev {
  const fields = readStoredFields(nameText(bytes));
  const { id: idText, type: kind, cpath: createdPath } = fields;
  if (idText === undefined) throw corrupt('Missing id field in node-rev');
  const id = parseNoderevId(idText);
  if (kind !== 'file' && kind !== 'dir') throw corrupt(`Missing kind field in node-rev '${idText}'`);
  if (createdPath === undefined) throw corrupt(`Missing cpath field in node-rev '${idText}'`);
  if (!isCanonical(createdPath)) throw corrupt(`Non-canonical cpath field in node-rev '${idText}'`);
  // Built without spreading: a listing parses tens of thousands of these.
  const node: { -readonly [K in keyof Noderev]: Noderev[K] } = {
    id,
    kind,
    predecessorCount: parseCount(fields.count, 'count'),
    createdPath,
    copyRoot:
      fields.copyroot === undefined
        ? { revision: id.revision, path: createdPath }
        : parseRevisionAndPath(fields.copyroot, 'copyroot', idText),
    mergeinfoCount: parseCount(fields['minfo-cnt'], 'minfo-cnt'),
    hasMergeinfo: fields['minfo-here'] !== undefined,
  };
  if (fields.pred !== undefined) node.predecessor = parseNoderevId(fields.pred);
  if (fields.text !== undefined) node.text = parseRepresentation(fields.text);
  if (fields.props !== undefined) node.properties = parseRepresentation(fields.props);
  if (fields.copyfrom !== undefined)
    node.copyFrom = parseRevisionAndPath(fields.copyfrom, 'copyfrom', idText);
  return node;
}

/** Whether a path is absolute, without empty, `.` or `..` components and without a trailing slash. */
function isCanonical(path: string): boolean {
  return path === '/' || (path.startsWith('/') && !/\/(?:\.{0,2})(?:\/|$)/.test(path));
}

/** The lines of a node-revision as text, in the form that they are stored in. */
export interface NoderevFields {
  readonly id: string;
  readonly kind: 'file' | 'dir';
  readonly predecessor?: string | undefined;
  readonly predecessorCount: number;
  readonly text?: string | undefined;
  readonly properties?: string | undefined;
  readonly createdPath: string;
  readonly copyFrom?: { readonly revision: number; readonly path: string } | undefined;
  /** Absent where the node is its own copy root. */
  readonly copyRoot?: { readonly revision: number; readonly path: string } | undefined;
  readonly mergeinfoCount: number;
  readonly hasMergeinfo: boolean;
}

/** A node-revision in the stored form of format 8, with its blank line; as text, for {@link nameBytes}. */
export function serializeNoderevFields(fields: NoderevFields): string {
  const { predecessor, text, properties, copyFrom, copyRoot } = fields;
  let lines = `id: ${fields.id}\ntype: ${fields.kind}\n`;
  if (predecessor !== undefined) lines += `pred: ${predecessor}\n`;
  lines += `count: ${fields.predecessorCount}\n`;
  if (text !== undefined) lines += `text: ${text}\n`;
  if (properties !== undefined) lines += `props: ${properties}\n`;
  lines += `cpath: ${fields.createdPath}\n`;
  if (copyFrom) lines += `copyfrom: ${copyFrom.revision} ${copyFrom.path}\n`;
  if (copyRoot) lines += `copyroot: ${copyRoot.revision} ${copyRoot.path}\n`;
  if (fields.mergeinfoCount > 0) lines += `minfo-cnt: ${fields.mergeinfoCount}\n`;
  if (fields.hasMergeinfo) lines += 'minfo-here: y\n';
  return lines + '\n';
}

/** {@link serializeNoderevFields} of a committed node-revision. */
export function serializeNoderev(node: Noderev): string {
  const { id, predecessor, text, properties, copyRoot, createdPath } = node;
  const isCopyRoot = copyRoot.revision === id.revision && copyRoot.path === createdPath;
  return serializeNoderevFields({
    ...node,
    id: serializeNoderevId(id),
    predecessor: predecessor && serializeNoderevId(predecessor),
    text: text && serializeRepresentation(text),
    properties: properties && serializeRepresentation(properties),
    copyRoot: isCopyRoot ? undefined : copyRoot,
  });
}
