import { corrupt } from '../fsfs-errors/index.js';
import type { ItemAddress } from '../ids/index.js';

/** A `text:` or `props:` field: where a representation is and what its full text must be. */
export interface Representation extends ItemAddress {
  /** Bytes on disk between the header line and `ENDREP`. */
  readonly size: number;
  /** Bytes of the full text; 0 may stand for {@link size} in directory and property representations. */
  readonly expandedSize: number;
  /** MD5 of the full text, 32 hex digits; all zero where it is unknown. */
  readonly md5: string;
  /** SHA-1 of the full text, 40 hex digits. */
  readonly sha1?: string;
  /** Tells apart nodes that share the representation: `<txn>/_<number>`. */
  readonly uniquifier?: string;
}

const pattern =
  /^([0-9]{1,15}) ([0-9]{1,15}) ([0-9]{1,15}) ([0-9]{1,15}) ([0-9a-f]{32})(?: ([0-9a-f]{40}|-) ([0-9]+-[0-9a-z]+\/_[0-9a-z]+|-))?$/;

const unknownSha1 = '0'.repeat(40);

/**
 * Parses the value of a `text:` or `props:` field of a committed node-revision.
 *
 * @throws RevstoreError `FS_CORRUPT`
 * @see structure#Revision file format
 */
export function parseRepresentation(value: string): Representation {
  const match = pattern.exec(value);
  if (!match)
    throw corrupt('Malformed text representation offset line in node-rev', { actual: value.slice(0, 200) });
  // Built without spreading: a listing parses tens of thousands of these.
  const rep: { -readonly [K in keyof Representation]: Representation[K] } = {
    revision: Number(match[1]),
    itemIndex: Number(match[2]),
    size: Number(match[3]),
    expandedSize: Number(match[4]),
    md5: match[5],
  };
  if (match[6] !== undefined && match[6] !== '-' && match[6] !== unknownSha1) rep.sha1 = match[6];
  if (match[7] !== undefined && match[7] !== '-') rep.uniquifier = match[7];
  return rep;
}

/** The value of a `text:` or `props:` field, in the form of format 8. */
export function serializeRepresentation(rep: Representation): string {
  return (
    `${rep.revision} ${rep.itemIndex} ${rep.size} ${rep.expandedSize} ${rep.md5}` +
    ` ${rep.sha1 ?? '-'} ${rep.uniquifier ?? '-'}`
  );
}
