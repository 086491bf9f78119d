import { formatKeyword, type KeywordTexts } from './format.js';
import { humanDate, shortDate } from './dates.js';

/** The facts about a file that keywords show: those of the revision in which it last changed. */
export interface KeywordValues {
  readonly revision: number;
  /** The file's URL, encoded. */
  readonly url: string;
  /** URL of the repository's root, encoded. */
  readonly rootUrl: string;
  readonly date?: Date;
  readonly author?: string | Uint8Array;
}

/** Keyword as it stands between the dollar signs, one character a byte, to its value's bytes. */
export type Keywords = ReadonlyMap<string, Uint8Array>;

const ALIASES: readonly {
  readonly names: readonly string[];
  readonly short?: string;
  readonly format: string;
}[] = [
  { names: ['LastChangedRevision', 'Revision', 'Rev'], short: 'rev', format: '%r' },
  { names: ['LastChangedDate', 'Date'], short: 'date', format: '%D' },
  { names: ['LastChangedBy', 'Author'], short: 'author', format: '%a' },
  { names: ['HeadURL', 'URL'], short: 'url', format: '%u' },
  { names: ['Id'], short: 'id', format: '%b %r %d %a' },
  { names: ['Header'], short: 'header', format: '%u %r %d %a' },
];

function beforeNul(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** Bytes as a string of one character each, cut at a NUL byte. */
function binary(value: string | Uint8Array): string {
  return beforeNul(Buffer.from(value as string).toString('latin1'));
}

function textsOf(values: KeywordValues): KeywordTexts {
  return {
    revision: String(values.revision),
    url: binary(values.url),
    rootUrl: binary(values.rootUrl),
    author: values.author === undefined ? '' : binary(values.author),
    // Like the reference, which keeps dates as microseconds and 0 for none.
    shortDate: values.date === undefined || values.date.getTime() === 0 ? '' : shortDate(values.date),
    longDate: values.date === undefined || values.date.getTime() === 0 ? '' : humanDate(values.date),
  };
}

/**
 * The keywords that a `svn:keywords` value names, with their values.
 *
 * One name turns on all its aliases (`Rev` also `Revision` and `LastChangedRevision`). Only the short names are found
 * whatever their case; in the file the spelling must be exact. `Name=%format` defines a keyword of one's own. Words
 * that name nothing are passed over.
 *
 * @param values what to show; absent for contraction, where only the names count.
 */
export function buildKeywords(value: Uint8Array, values?: KeywordValues): Keywords {
  const keywords = new Map<string, Uint8Array>();
  const texts = values === undefined ? undefined : textsOf(values);
  const set = (name: string, format: string): void => {
    keywords.set(name, Buffer.from(texts === undefined ? '' : formatKeyword(format, texts), 'latin1'));
  };
  for (const word of binary(value).split(/[ \t\v\n\x08\r\f]+/)) {
    if (word === '') continue;
    const equals = word.indexOf('=');
    if (equals >= 0) {
      set(word.slice(0, equals), word.slice(equals + 1));
      continue;
    }
    const found = ALIASES.find(({ names, short }) => word.toLowerCase() === short || names.includes(word));
    for (const name of found?.names ?? []) set(name, found?.format ?? '');
  }
  return keywords;
}
