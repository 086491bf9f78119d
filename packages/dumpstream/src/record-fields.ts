import { headerNames } from './header-block.js';
import { lenientRevision } from './numbers.js';
import type { DumpText, NodeRecord } from './records.js';

const actions: readonly string[] = ['add', 'change', 'delete', 'replace'];

/**
 * The fields of a node record out of its headers. Both halves of a copy's source must be there; a kind or an action that
 * Subversion does not know counts as none.
 */
export function nodeRecord(
  offset: number,
  headers: ReadonlyMap<string, string>,
  path: string,
  properties: ReadonlyMap<string, Uint8Array | undefined> | undefined,
  text: DumpText | undefined,
): NodeRecord {
  const node: { -readonly [K in keyof NodeRecord]: NodeRecord[K] } = { type: 'node', offset, headers, path };
  const kind = headers.get(headerNames.kind);
  if (kind === 'file' || kind === 'dir') node.kind = kind;
  const action = headers.get(headerNames.action);
  if (action !== undefined && actions.includes(action))
    node.action = action as NonNullable<NodeRecord['action']>;
  const copyFromRevision = headers.get(headerNames.copyFromRevision);
  const copyFromPath = headers.get(headerNames.copyFromPath);
  if (copyFromRevision !== undefined && copyFromPath !== undefined)
    node.copyFrom = { revision: lenientRevision(copyFromRevision), path: copyFromPath };
  for (const field of digestFields) {
    const digest = headers.get(headerNames[field]);
    if (digest !== undefined) node[field] = digest;
  }
  if (headers.get(headerNames.propertyDelta) === 'true') node.propertyDelta = true;
  if (headers.get(headerNames.textDelta) === 'true') node.textDelta = true;
  if (properties) node.properties = properties;
  if (text) {
    node.text = text;
    node.textLength = text.length;
  }
  return node;
}

const digestFields = [
  'copySourceMd5',
  'copySourceSha1',
  'deltaBaseMd5',
  'deltaBaseSha1',
  'textMd5',
  'textSha1',
] as const;
