import { corrupt } from '../fsfs-errors/index.js';
import type { ItemAddress } from '../ids/index.js';

/** The first line of a representation. A delta without a base builds on the empty text. */
export type RepHeader =
  | { readonly type: 'plain' }
  | { readonly type: 'delta'; readonly base?: ItemAddress & { readonly size: number } };

/** Longest header line that is read, with its newline: `DELTA ` and three numbers of up to 20 digits. */
export const maxRepHeaderLength = 6 + 3 * 21;
/** What closes a representation. */
export const repTrailer = 'ENDREP\n';

/** Parses a header line without its newline. @throws RevstoreError `FS_CORRUPT` */
export function parseRepHeader(line: string): RepHeader {
  if (line === 'PLAIN') return { type: 'plain' };
  if (line === 'DELTA') return { type: 'delta' };
  const match = /^DELTA ([0-9]{1,15}) ([0-9]{1,15}) ([0-9]{1,15})$/.exec(line);
  if (!match) throw corrupt('Malformed representation header', { actual: line });
  return {
    type: 'delta',
    base: { revision: Number(match[1]), itemIndex: Number(match[2]), size: Number(match[3]) },
  };
}

/** The header line with its newline. */
export function serializeRepHeader(header: RepHeader): string {
  if (header.type === 'plain') return 'PLAIN\n';
  const { base } = header;
  return base ? `DELTA ${base.revision} ${base.itemIndex} ${base.size}\n` : 'DELTA\n';
}
