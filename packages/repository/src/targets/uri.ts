import { nameBytes, nameText } from '@revstore/bytes';

const plain = /^[A-Za-z0-9!$&'()*+,\-./:=@_~]*$/;

const encodedBytes: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return plain.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

/** Percent-encodes a path as Subversion does in URLs: the slash and most punctuation stay. */
export function encodeUriPath(path: string): string {
  if (plain.test(path)) return path;
  let encoded = '';
  for (const byte of nameBytes(path)) encoded += encodedBytes[byte];
  return encoded;
}

/** Decodes percent escapes; a percent sign that begins none stands for itself. */
export function decodeUriPath(text: string): string {
  if (!text.includes('%')) return text;
  const bytes: number[] = [];
  const source = Buffer.from(text, 'utf8');
  for (let i = 0; i < source.length; i++) {
    const digits = source.toString('latin1', i + 1, i + 3);
    if (source[i] === 0x25 && /^[0-9a-f]{2}$/i.test(digits)) {
      bytes.push(parseInt(digits, 16));
      i += 2;
    } else {
      bytes.push(source[i]);
    }
  }
  return nameText(Uint8Array.from(bytes));
}

/**
 * The `file://` URL of an absolute local path, without a slash at its end, as Subversion prints it.
 *
 * @param host empty or `localhost`.
 */
export function fileUrl(path: string, host = ''): string {
  return pathUrl(`file://${host}`, path);
}

/** The URL of an absolute path in a repository, below the URL of the repository's root. */
export function pathUrl(rootUrl: string, path: string): string {
  return path === '/' ? rootUrl : rootUrl + encodeUriPath(path);
}
