/** Bytes that Subversion leaves as they are in a URL's path. */
const PLAIN = /^[A-Za-z0-9!$&'()*+,\-./:=@_~]$/;

const ENCODED: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return PLAIN.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

/** Percent-encodes a path for a URL as Subversion does. */
export function encodeUriPath(path: string): string {
  if (/^[A-Za-z0-9!$&'()*+,\-./:=@_~]*$/.test(path)) return path;
  let encoded = '';
  for (const byte of Buffer.from(path)) encoded += ENCODED[byte];
  return encoded;
}

/** URL of `path` (absolute in the repository) below the URL of a repository's root. */
export function pathUrl(rootUrl: string, path: string): string {
  return path === '/' ? rootUrl : rootUrl + encodeUriPath(path);
}
