import type { StoreIds } from '../layout/index.js';

/** Number of the stored form; an index of another one is made anew. */
const schema = 1;

/** Key of the marker: shorter than any SHA-1. */
export const markerKey = Uint8Array.of(0);

/** What an index says about itself: whose it is and how far it goes. */
export interface Marker extends StoreIds {
  /** All representations of revisions up to this one are in it. */
  readonly revision: number;
  /** MD5 of the root directory's text in that revision: another history has another one. */
  readonly root: string;
}

/** The stored form of a marker: lines. */
export function serializeMarker({ uuid, instanceId, revision, root }: Marker): Uint8Array {
  return Buffer.from(`${schema}\n${uuid}\n${instanceId}\n${revision}\n${root}\n`, 'utf8');
}

/** Parses a marker; `undefined` for anything else, other schemas included. */
export function parseMarker(bytes: Uint8Array): Marker | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  const match = /^([0-9]+)\n([^\n]+)\n([^\n]+)\n([0-9]{1,15})\n([^\n]+)\n$/.exec(text);
  if (!match || match[1] !== String(schema)) return undefined;
  return { uuid: match[2], instanceId: match[3], revision: Number(match[4]), root: match[5] };
}
