/** How many bytes at the start of a file decide whether it is binary. */
export const SNIFF_BYTES = 1024;

/**
 * Whether the start of a file looks binary: it has a NUL byte, or more than 85 % of its bytes are outside 0x07 to 0x0D
 * and 0x20 to 0x7F. Nothing, and a lone byte order mark, are text.
 *
 * @param bytes the file's first {@link SNIFF_BYTES} bytes or fewer; more are not looked at.
 */
export function isBinaryData(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, SNIFF_BYTES);
  if (length === 0) return false;
  if (length === 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return false;
  let odd = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 0) return true;
    if (byte < 0x07 || (byte > 0x0d && byte < 0x20) || byte > 0x7f) odd++;
  }
  return Math.floor((odd * 1000) / length) > 850;
}

/** Whether a mime type marks a file as binary: all but `text/…` and the two X bitmap types, which are C source. */
export function isBinaryMimeType(mimeType: string): boolean {
  if (mimeType.startsWith('text/')) return false;
  const type = /^[^; ]*/.exec(mimeType)?.[0];
  return type !== 'image/x-xbitmap' && type !== 'image/x-xpixmap';
}
