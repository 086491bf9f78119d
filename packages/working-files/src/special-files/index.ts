/** Symbolic links as the repository stores them: a file with the text `link TARGET` and the property `svn:special`. */
import { decodeUtf8 } from '../names/index.js';

/** Value of `svn:special` on what import makes. */
export const SPECIAL_VALUE: Uint8Array = Buffer.from('*');

const PREFIX = Buffer.from('link ');

/**
 * The stored text of a symbolic link.
 *
 * @param target bytes of the link's target as readlink(2) gives them.
 * @returns a new buffer.
 * @throws RevstoreError NOT_UTF8 (E000022) where the target is not UTF-8, as svn does.
 */
export function serializeLink(target: Uint8Array): Uint8Array {
  decodeUtf8(target);
  return Buffer.concat([PREFIX, target]);
}

/** What a file with `svn:special` becomes on disk. */
export type SpecialFile =
  | { readonly kind: 'link'; readonly target: Uint8Array }
  /** Not a link: a regular file with the stored text as it is. */
  | { readonly kind: 'file' };

/** Longest stored text that can be a link, in bytes: callers need not read more to decide. A path has 4,095 at most. */
export const SPECIAL_TEXT_MAX = 8192;

/**
 * Reads the stored text of a file with `svn:special`. Only the first line counts, up to a NUL byte.
 *
 * @param text the stored text, or its first {@link SPECIAL_TEXT_MAX} bytes.
 * @returns the target as a view of `text`. It may be empty, absolute or lead anywhere: never follow it.
 * @throws RevstoreError NOT_UTF8 (E000022) for a link whose target is not UTF-8.
 */
export function parseSpecialFile(text: Uint8Array): SpecialFile {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
  if (!bytes.subarray(0, PREFIX.length).equals(PREFIX)) return { kind: 'file' };
  let end = bytes.length;
  for (const stop of [0x0a, 0]) {
    const at = bytes.indexOf(stop);
    if (at >= 0 && at < end) end = at;
  }
  const target = text.subarray(PREFIX.length, end);
  decodeUtf8(target);
  return { kind: 'link', target };
}
