/** Numbers of headers and property blocks, as leniently or strictly as Subversion reads each. */
import { Malformed } from './errors.js';

/** A length: what is no number counts as 0, as with C's strtoull. Beyond 2^53 it is only larger than any stream. */
export function lenientLength(text: string): number {
  const digits = /^[ \t\n\v\f\r]*\+?(\d+)/.exec(text)?.[1];
  if (digits !== undefined) return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
  return /^[ \t\n\v\f\r]*-\d*[1-9]/.test(text) ? Number.MAX_SAFE_INTEGER : 0;
}

/** A revision: what is no number counts as 0, as with C's atol. */
export function lenientRevision(text: string): number {
  const number = Number(/^[ \t\n\v\f\r]*([-+]?\d+)/.exec(text)?.[1] ?? 0);
  return Number.isSafeInteger(number) ? number : -1;
}

/**
 * A number that must be nothing but one.
 *
 * @param min, max bounds as the message gives them.
 * @throws Malformed in Subversion's words.
 */
export function strictNumber(text: string, min: string, max: string): number {
  if (!/^[ \t\n\v\f\r]*[-+]?\d+$/.test(text))
    throw new Malformed('MALFORMED_NUMBER', `Could not convert '${text}' into a number`);
  const value = BigInt(text.trim());
  if (value < BigInt(min) || value > BigInt(max))
    throw new Malformed('MALFORMED_NUMBER', `Number '${text}' is out of range '[${min}, ${max}]'`);
  return Number(value);
}
