/** Lower-cases ASCII letters only, as the C library does in the locales that Subversion runs in. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Parses a `mime-types-file`: lines of a type and its extensions, `#` in the first column for comments. Later lines win.
 *
 * @returns extension in lower case, without dot, to type.
 */
export function parseMimeTypes(text: string | Uint8Array): Map<string, string> {
  const types = new Map<string, string>();
  const lines = (typeof text === 'string' ? text : Buffer.from(text).toString('utf8')).split('\n');
  for (const line of lines) {
    if (line.startsWith('#')) continue;
    const [type, ...extensions] = line
      .split(/[ \t]+/)
      .map((token) => token.replace(/^[\n\v\f\r]+|[\n\v\f\r]+$/g, ''))
      .filter((token) => token !== '');
    if (type === undefined) continue;
    for (const extension of extensions) types.set(lowerAscii(extension), type);
  }
  return types;
}

/** A name's extension in lower case without dot; '' where there is none, as for `.profile` and `file.`. */
export function fileExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : lowerAscii(name.slice(dot + 1));
}
