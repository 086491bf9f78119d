import { nameBytes } from '@revstore/bytes';

const plain = /[A-Za-z0-9!$&'()*+,\-./:=@_~]/;

/** Percent-encodes a path as Subversion does in URLs: the slash and most punctuation stay. */
export function encodeUriPath(path: string): string {
  let text = '';
  for (const byte of nameBytes(path)) {
    const character = String.fromCharCode(byte);
    text += plain.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}

/**
 * The `file://` URL of an absolute local path, without a slash at its end, as Subversion prints it.
 *
 * @param host empty or `localhost`.
 */
export function fileUrl(path: string, host = ''): string {
  return `file://${host}${path === '/' ? '' : encodeUriPath(path)}`;
}
