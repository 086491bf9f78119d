import { TextDecoder } from 'node:util';
import { RevstoreError } from '@revstore/errors';
import { decodeUtf8, invalidUtf8, workingFileErrors } from '@revstore/working-files';
import { repoErrors } from './repo-errors.js';

/**
 * Text that Subversion stores as UTF-8 with LF, from bytes as a user has them.
 *
 * @param encoding name of their character set, default UTF-8; one that is not known can hold ASCII only.
 * @throws RevstoreError E000022 for bytes that the character set has not, IO_INCONSISTENT_EOL (E135000) where line ends
 * are mixed.
 * @see libsvn_subr/subst.c#svn_subst_translate_string2
 */
export function translatedText(bytes: Uint8Array, encoding?: string): string {
  return normalizeLineEnds(decode(bytes, encoding));
}

function decode(bytes: Uint8Array, encoding: string | undefined): string {
  if (encoding === undefined) return decodeUtf8(bytes);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  } catch {
    return asciiText(bytes);
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidUtf8(bytes);
  }
}

function asciiText(bytes: Uint8Array): string {
  const at = bytes.findIndex((byte) => byte >= 0x80);
  const safe = Buffer.from(at < 0 ? bytes : bytes.subarray(0, at)).toString('latin1');
  if (at < 0) return safe;
  const what =
    at === 0
      ? `Non-ASCII character (code ${bytes[at]}) detected, and`
      : `Safe data '${safe}' was followed by non-ASCII byte ${bytes[at]}:`;
  throw new RevstoreError(repoErrors.NOT_ASCII, `${what} unable to convert to/from UTF-8`);
}

function normalizeLineEnds(text: string): string {
  const ends = new Set(text.match(/\r\n|\n|\r/g));
  if (ends.size > 1)
    throw new RevstoreError(workingFileErrors.IO_INCONSISTENT_EOL, 'Inconsistent line ending style');
  return text.replaceAll(/\r\n?/g, '\n');
}
