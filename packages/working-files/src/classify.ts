import { type AutoPropsRow, autoPropsFor } from './auto-props/index.js';
import { type FileModeStat, type Identity, isExecutable } from './executable/index.js';
import { fileExtension, isBinaryData, isBinaryMimeType } from './mime/index.js';
import { SPECIAL_VALUE } from './special-files/index.js';
import { importTranslation, type Translation } from './translation/index.js';

/** What decides beside the file itself. */
export interface ClassifySettings {
  /** Rows that apply; later rows win. */
  readonly autoProps: readonly AutoPropsRow[];
  /** Extension (lower case, no dot) to type; default none. */
  readonly mimeTypes?: ReadonlyMap<string, string>;
  /** Who imports; undefined: no file is executable. */
  readonly identity: Identity | undefined;
}

/** How a file is stored. */
export interface FileClassification {
  /** In byte order of the names. */
  readonly properties: Map<string, Uint8Array>;
  /** Whether svn announces it with `(bin)`. */
  readonly binary: boolean;
}

const MIME_TYPE = 'svn:mime-type';
const EXECUTABLE = 'svn:executable';
const GENERIC_BINARY = 'application/octet-stream';

function sorted(properties: Map<string, Uint8Array>): Map<string, Uint8Array> {
  if (properties.size < 2) return properties;
  return new Map([...properties].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
}

/**
 * The properties that import gives a regular file: auto-props first; a mime type from the name's extension, else from
 * the first bytes, unless auto-props gave one; `svn:executable` with an empty value from the mode, likewise.
 *
 * A binary file keeps a `svn:eol-style` of its auto-props, and is translated, as svn does.
 *
 * @param name the file's name without directory.
 * @param firstBytes the first 1,024 bytes, or all if there are fewer; more does no harm.
 */
export function classifyFile(
  name: string,
  firstBytes: Uint8Array,
  stat: FileModeStat,
  settings: ClassifySettings,
): FileClassification {
  const match = autoPropsFor(name, settings.autoProps);
  let { mimeType } = match;
  if (mimeType === undefined) {
    mimeType = settings.mimeTypes?.get(fileExtension(name));
    if (mimeType === undefined && isBinaryData(firstBytes)) mimeType = GENERIC_BINARY;
    if (mimeType !== undefined) match.properties.set(MIME_TYPE, Buffer.from(mimeType));
  }
  if (!match.hasExecutable && isExecutable(stat, settings.identity)) {
    match.properties.set(EXECUTABLE, new Uint8Array(0));
  }
  return {
    properties: sorted(match.properties),
    binary: mimeType !== undefined && isBinaryMimeType(mimeType),
  };
}

/** The properties that import gives a symbolic link; auto-props do not apply to it. */
export function classifyLink(): FileClassification {
  return { properties: new Map([['svn:special', SPECIAL_VALUE]]), binary: false };
}

/** What import does with one file: see {@link classifyFile} and `importTranslation`, of which it is the sum. */
export function planImport(
  path: string,
  firstBytes: Uint8Array,
  stat: FileModeStat,
  settings: ClassifySettings,
): FileClassification & { readonly translation: Translation | undefined } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const classification = classifyFile(name, firstBytes, stat, settings);
  return { ...classification, translation: importTranslation(classification.properties, path) };
}
