import type { RevisionSpec } from '@revstore/repository';
import { argumentError, commandLineError } from './command-line-errors.js';
import { parseDateArgument } from './date-argument.js';

/** A revision as it was typed. */
export type RevisionArgument =
  | { readonly kind: 'number'; readonly number: number }
  /** Microseconds since 1970. */
  | { readonly kind: 'date'; readonly date: number }
  | { readonly kind: 'head' }
  /** `BASE`, `COMMITTED` or `PREV`: words of a working copy, which nothing here has. */
  | { readonly kind: 'working-copy' };

/** `N` (no end) or `N:M`. */
export interface RevisionRange {
  readonly start: RevisionArgument;
  readonly end?: RevisionArgument;
}

const WORDS: Readonly<Record<string, RevisionArgument>> = {
  head: { kind: 'head' },
  prev: { kind: 'working-copy' },
  base: { kind: 'working-copy' },
  committed: { kind: 'working-copy' },
};

function parseOne(text: string): { revision: RevisionArgument; rest: string } | undefined {
  const bare = text.replace(/^r+/, '');
  if (bare.startsWith('{')) {
    const close = bare.indexOf('}');
    const date = close < 0 ? undefined : parseDateArgument(bare.slice(1, close));
    return date === undefined ? undefined : { revision: { kind: 'date', date }, rest: bare.slice(close + 1) };
  }
  const digits = /^\d+/.exec(bare)?.[0];
  if (digits !== undefined) {
    return { revision: { kind: 'number', number: Number(digits) }, rest: bare.slice(digits.length) };
  }
  const word = /^[A-Za-z]+/.exec(bare)?.[0];
  const revision = word === undefined ? undefined : WORDS[word.toLowerCase()];
  return revision === undefined ? undefined : { revision, rest: bare.slice(word!.length) };
}

/** Reads `-r`'s argument: `N`, `HEAD`, `{DATE}`, or two of them with a colon. @returns undefined where it is neither. */
export function parseRevisionRange(text: string): RevisionRange | undefined {
  const first = parseOne(text);
  if (first === undefined) return undefined;
  if (first.rest === '') return { start: first.revision };
  if (!first.rest.startsWith(':')) return undefined;
  const second = parseOne(first.rest.slice(1));
  return second === undefined || second.rest !== ''
    ? undefined
    : { start: first.revision, end: second.revision };
}

/** A number as C's strtol reads it at the front of `text`: blanks, a sign, digits. */
function leadingNumber(text: string): { value: number; rest: string } {
  const match = /^\s*[-+]?\d+/.exec(text);
  return match === null
    ? { value: 0, rest: text }
    : { value: Number(match[0]), rest: text.slice(match[0].length) };
}

/**
 * Reads `-c`'s argument, a list of `N`, `-N` and `N-M`: each becomes the range from the revision before to the changed one,
 * reversed for a negative number, exactly as `-r` would give it to diff and merge.
 *
 * @throws RevstoreError CL_ARG_PARSING_ERROR (E205000).
 */
export function parseChangeArgument(text: string): { start: number; end: number }[] {
  return text
    .split(/[, \n\r\t\v]+/)
    .filter((item) => item !== '')
    .map((item) => {
      const negative = item.startsWith('-');
      const bare = item.slice(negative ? 1 : 0).replace(/^r+/, '');
      const first = leadingNumber(bare);
      let number = first.value;
      let last = number;
      let { rest } = first;
      if (rest !== bare && rest.startsWith('-')) {
        if (number < 0 || negative) {
          throw argumentError(`Negative number in range (${item}) not supported with -c`);
        }
        ({ value: last, rest } = leadingNumber(rest.slice(1).replace(/^r+/, '')));
      }
      if (rest !== '' || bare === '')
        throw argumentError(`Non-numeric change argument (${item}) given to -c`);
      if (number === 0) throw argumentError('There is no change 0');
      if (negative) number = -number;
      if (number < 0) return { start: -number, end: -number - 1 };
      return number <= last ? { start: number - 1, end: last } : { start: number, end: last - 1 };
    });
}

/**
 * What the library takes for a typed revision.
 *
 * @throws RevstoreError CLIENT_BAD_REVISION (E195002) for the words of a working copy.
 */
export function revisionSpec(revision: RevisionArgument): RevisionSpec {
  switch (revision.kind) {
    case 'number':
      return revision.number;
    case 'head':
      return 'HEAD';
    case 'date':
      // Upwards, so that a date copied with its microseconds finds its own revision.
      return new Date(Math.ceil(revision.date / 1000));
    case 'working-copy':
      throw commandLineError(
        'CLIENT_BAD_REVISION',
        'PREV, BASE, or COMMITTED revision keywords are invalid for URL',
      );
  }
}
