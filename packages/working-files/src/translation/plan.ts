import { RevstoreError } from '@revstore/errors';
import { workingFileErrors } from '../errors.js';
import { type Eol, nativeEol, parseEolStyle } from '../eol/index.js';
import { buildKeywords, type Keywords, type KeywordValues } from '../keywords/index.js';
import type { Translation } from './translator.js';

/** Properties of one file, name to value bytes. */
type Properties = ReadonlyMap<string, Uint8Array>;

function translation(
  eol: Eol | undefined,
  repair: boolean,
  keywords: Keywords | undefined,
  expand: boolean,
): Translation | undefined {
  const some = keywords !== undefined && keywords.size > 0 ? keywords : undefined;
  if (eol === undefined && some === undefined) return undefined;
  return {
    ...(eol === undefined ? {} : { eol }),
    ...(some === undefined ? {} : { keywords: some }),
    repair,
    expand,
  };
}

/**
 * What import does to a file's bytes: line ends of `native` become LF, those of a fixed style that style, mixtures are
 * repaired, keywords lose their values. Nothing for a file with `svn:special`.
 *
 * @param path the file's local path, for the message.
 * @returns undefined where the stored bytes are the file's.
 * @throws RevstoreError IO_UNKNOWN_EOL (E135001) for a `svn:eol-style` that svn does not know.
 */
export function importTranslation(properties: Properties, path: string): Translation | undefined {
  if (properties.has('svn:special')) return undefined;
  const style = parseEolStyle(properties.get('svn:eol-style'));
  if (style?.kind === 'unknown') {
    throw new RevstoreError(
      workingFileErrors.IO_UNKNOWN_EOL,
      `svn:eol-style property on '${path}' contains unrecognized EOL-style '${style.value}'`,
      { data: { path, actual: style.value } },
    );
  }
  const keywords = properties.get('svn:keywords');
  return translation(
    style?.kind === 'native' ? 'LF' : style?.eol,
    true,
    keywords === undefined ? undefined : buildKeywords(keywords),
    false,
  );
}

/** How files are written on export. */
export interface ExportOptions {
  /** Line end of files whose style is `native`; default the system's. */
  readonly nativeEol?: Eol;
  /** Leave keywords as they are stored; default false. */
  readonly ignoreKeywords?: boolean;
}

/** Facts for keywords, or a function that finds them, called only for a file that has keywords. */
export type KeywordSource = KeywordValues | (() => KeywordValues);

function keywordsOf(
  properties: Properties,
  values: KeywordSource,
  ignore: boolean | undefined,
): Keywords | undefined {
  const property = properties.get('svn:keywords');
  if (property === undefined || ignore === true) return undefined;
  return buildKeywords(property, typeof values === 'function' ? values() : values);
}

/**
 * What export does to a file's stored bytes; mixtures of line ends are repaired, a style that svn does not know counts
 * as none. Nothing for a file with `svn:special`.
 *
 * @returns undefined where the file's bytes are the stored ones.
 */
export function exportTranslation(
  properties: Properties,
  values: KeywordSource,
  options: ExportOptions = {},
): Translation | undefined {
  if (properties.has('svn:special')) return undefined;
  const style = parseEolStyle(properties.get('svn:eol-style'));
  const eol =
    style?.kind === 'native'
      ? (options.nativeEol ?? nativeEol)
      : style?.kind === 'fixed'
        ? style.eol
        : undefined;
  return translation(eol, true, keywordsOf(properties, values, options.ignoreKeywords), true);
}

/**
 * What `cat` does to a file's stored bytes: as export, but a mixture of line ends is an error of the translator, the
 * native line end is the system's, and a link's text is shown as it is stored.
 */
export function catTranslation(
  properties: Properties,
  values: KeywordSource,
  options: Pick<ExportOptions, 'ignoreKeywords'> = {},
): Translation | undefined {
  const style = parseEolStyle(properties.get('svn:eol-style'));
  const eol = style?.kind === 'native' ? nativeEol : style?.kind === 'fixed' ? style.eol : undefined;
  return translation(eol, false, keywordsOf(properties, values, options.ignoreKeywords), true);
}
