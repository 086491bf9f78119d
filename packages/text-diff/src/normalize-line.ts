import type { DiffOptions } from './diff-options.js';

/** Makes of a line what is compared of it; as Latin-1 text, a character a byte. */
export type LineNormalizer = (line: string) => string;

/**
 * What is compared of a line, or `undefined` where that is all of it. Blanks are blank, tab, vertical tab and form
 * feed; line ends are never among them.
 *
 * @see libsvn_diff/util.c#svn_diff__normalize_buffer
 */
export function lineNormalizer({ ignoreSpace, ignoreEolStyle }: DiffOptions): LineNormalizer | undefined {
  const space = ignoreSpace === 'all' ? '' : ' ';
  if (ignoreSpace !== undefined && ignoreEolStyle)
    return (line) => line.replace(/[ \t\v\f]+/g, space).replace(/\r\n?$/, '\n');
  if (ignoreSpace !== undefined) return (line) => line.replace(/[ \t\v\f]+/g, space);
  if (ignoreEolStyle) return (line) => line.replace(/\r\n?$/, '\n');
  return undefined;
}
