import { RevstoreError } from '@revstore/errors';
import { configErrors } from './errors.js';

const trueWords = new Set(['true', 'yes', 'on', '1']);
const falseWords = new Set(['false', 'no', 'off', '0']);

/**
 * A boolean word in any case: true, yes, on, 1, false, no, off, 0.
 *
 * @returns `undefined` for any other text.
 * @see libsvn_subr/types.c#svn_tristate__from_word
 */
export function parseBooleanWord(text: string): boolean | undefined {
  const word = text.toLowerCase();
  if (trueWords.has(word)) return true;
  return falseWords.has(word) ? false : undefined;
}

/** Bounds of an integer, both inclusive; default those of 64 bits with sign. */
export interface IntegerRange {
  readonly min?: bigint;
  readonly max?: bigint;
}

/** The values of a C `int`. */
export const int32Range = { min: -(2n ** 31n), max: 2n ** 31n - 1n } as const;

/**
 * A decimal integer as C's strtol reads it: white space before it, a sign and leading zeros are allowed, nothing behind it.
 *
 * @throws RevstoreError `BAD_NUMBER`.
 * @see libsvn_subr/string.c#svn_cstring_strtoi64
 */
export function parseInteger(text: string, range: IntegerRange = {}): bigint {
  const digits = /^[ \t\n\v\f\r]*([+-]?)([0-9]+)$/.exec(text);
  if (!digits) throw badNumber(`Could not convert '${text}' into a number`, text);
  const { min = -(2n ** 63n), max = 2n ** 63n - 1n } = range;
  // Twenty digits exceed 64 bits; longer ones are not worth converting.
  const significant = digits[2].replace(/^0+(?=[0-9])/, '').slice(0, 20);
  const value = digits[1] === '-' ? -BigInt(significant) : BigInt(significant);
  if (value < min || value > max)
    throw badNumber(`Number '${text}' is out of range '[${min}, ${max}]'`, text);
  return value;
}

function badNumber(message: string, actual: string): RevstoreError {
  return new RevstoreError(configErrors.BAD_NUMBER, message, { data: { actual } });
}
