import { nameText } from '@revstore/bytes';
import { malformed } from './errors.js';

/** Names of headers, as Subversion spells them. */
export const headerNames = {
  format: 'SVN-fs-dump-format-version',
  uuid: 'UUID',
  revision: 'Revision-number',
  path: 'Node-path',
  kind: 'Node-kind',
  action: 'Node-action',
  copyFromRevision: 'Node-copyfrom-rev',
  copyFromPath: 'Node-copyfrom-path',
  copySourceMd5: 'Text-copy-source-md5',
  copySourceSha1: 'Text-copy-source-sha1',
  propertyDelta: 'Prop-delta',
  textDelta: 'Text-delta',
  deltaBaseMd5: 'Text-delta-base-md5',
  deltaBaseSha1: 'Text-delta-base-sha1',
  textMd5: 'Text-content-md5',
  textSha1: 'Text-content-sha1',
  propertyLength: 'Prop-content-length',
  textLength: 'Text-content-length',
  contentLength: 'Content-length',
} as const;

/**
 * Parses header lines.
 *
 * @param bytes whole lines, without the line end of the last one.
 * @throws Malformed
 */
export function parseHeaders(bytes: Uint8Array): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of nameText(bytes).split('\n')) {
    const colon = line.indexOf(':');
    if (colon < 0)
      throw malformed(`Dump stream contains a malformed header (with no ':') at '${shown(line)}'`);
    // One character follows the colon, a blank; Subversion does not look at it.
    if (colon + 2 > line.length)
      throw malformed(
        `Dump stream contains a malformed header (with no value) at '${shown(line.slice(0, colon))}'`,
      );
    headers.set(line.slice(0, colon), line.slice(colon + 2));
  }
  return headers;
}

function shown(line: string): string {
  return line.slice(0, 20);
}
