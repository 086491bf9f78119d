/**
 * Node-revision ids of committed nodes, `<node>.<copy>.r<revision>/<item>`.
 *
 * @see structure#Node-revision IDs
 */
import { corrupt } from '../fsfs-errors/index.js';

/** Where an item of a revision is: revision and item index (logical addressing). */
export interface ItemAddress {
  readonly revision: number;
  readonly itemIndex: number;
}

/** Id of a committed node-revision. Node and copy ids stay text: they are only compared and written. */
export interface NoderevId extends ItemAddress {
  readonly nodeId: string;
  readonly copyId: string;
}

const idPattern = /^([0-9a-z]+(?:-[0-9]+)?)\.([0-9a-z]+(?:-[0-9]+)?)\.r([0-9]{1,15})\/([0-9]{1,15})$/;

/** @throws RevstoreError `FS_CORRUPT` for anything but a committed id. */
export function parseNoderevId(text: string): NoderevId {
  const match = idPattern.exec(text);
  if (!match) throw corrupt(`Malformed node revision ID string '${text}'`, { actual: text });
  return { nodeId: match[1], copyId: match[2], revision: Number(match[3]), itemIndex: Number(match[4]) };
}

/** The stored form of an id. */
export function serializeNoderevId(id: NoderevId): string {
  return `${id.nodeId}.${id.copyId}.r${id.revision}/${id.itemIndex}`;
}
