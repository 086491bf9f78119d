import { nameBytes } from '@revstore/bytes';
import { serializeHashChanges, sortedEntries } from '@revstore/proplist';
import { headerNames } from './header-block.js';
import type { NodeHead } from './records.js';

const terminator = { terminator: 'PROPS-END' };

/** The record that a stream begins with. */
export function serializeFormat(version: 2 | 3): Uint8Array {
  return nameBytes(`${headerNames.format}: ${version}\n\n`);
}

/** The record that follows it. */
export function serializeUuid(uuid: string): Uint8Array {
  return nameBytes(`${headerNames.uuid}: ${uuid}\n\n`);
}

/**
 * A revision's record.
 *
 * @param properties absent for a record without a property block.
 */
export function serializeRevision(
  revision: number,
  properties?: ReadonlyMap<string, Uint8Array>,
): Uint8Array {
  let head = `${headerNames.revision}: ${revision}\n`;
  if (!properties) return nameBytes(`${head}\n\n`);
  const block = serializeHashChanges(sortedEntries(properties), terminator);
  head += `${headerNames.propertyLength}: ${block.length}\n${headerNames.contentLength}: ${block.length}\n\n`;
  const bytes = Buffer.from(new ArrayBuffer(head.length + block.length + 1));
  bytes.write(head, 0, 'latin1');
  bytes.set(block, head.length);
  bytes[bytes.length - 1] = 10;
  return bytes;
}

/**
 * The headers of a node's record, the empty line behind them, and the property block. The text, where there is one,
 * follows, and then {@link nodeEnd}.
 *
 * Lines come in Subversion's order, properties sorted with those that go last. A path with a line end makes a stream that
 * can't be read, as with Subversion.
 */
export function serializeNodeHead(node: NodeHead): Uint8Array {
  let head = `${headerNames.path}: ${node.path}\n`;
  const add = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) head += `${name}: ${value}\n`;
  };
  add(headerNames.kind, node.kind);
  add(headerNames.action, node.action);
  add(headerNames.copyFromRevision, node.copyFrom?.revision);
  add(headerNames.copyFromPath, node.copyFrom?.path);
  add(headerNames.copySourceMd5, node.copySourceMd5);
  add(headerNames.copySourceSha1, node.copySourceSha1);
  if (node.propertyDelta) add(headerNames.propertyDelta, 'true');
  if (node.textDelta) add(headerNames.textDelta, 'true');
  add(headerNames.deltaBaseMd5, node.deltaBaseMd5);
  add(headerNames.deltaBaseSha1, node.deltaBaseSha1);
  add(headerNames.textMd5, node.textMd5);
  add(headerNames.textSha1, node.textSha1);
  const block = node.properties && serializeProperties(node.properties);
  add(headerNames.propertyLength, block?.length);
  add(headerNames.textLength, node.textLength);
  if (hasContent(node)) add(headerNames.contentLength, (block?.length ?? 0) + (node.textLength ?? 0));
  head += '\n';
  const headBytes = nameBytes(head);
  if (!block) return headBytes;
  const bytes = new Uint8Array(headBytes.length + block.length);
  bytes.set(headBytes);
  bytes.set(block, headBytes.length);
  return bytes;
}

/** What follows a node's head and text: line ends, two where it has content. */
export function nodeEnd(node: NodeHead): string {
  return hasContent(node) ? '\n\n' : '\n';
}

function hasContent(node: NodeHead): boolean {
  return node.properties !== undefined || node.textLength !== undefined;
}

function serializeProperties(properties: ReadonlyMap<string, Uint8Array | undefined>): Uint8Array {
  const sorted = sortedEntries(properties);
  const set = sorted.filter(([, value]) => value !== undefined);
  if (set.length < sorted.length) set.push(...sorted.filter(([, value]) => value === undefined));
  return serializeHashChanges(set, terminator);
}
