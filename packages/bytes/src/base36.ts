import { corruptBytes } from './errors.js';

/**
 * Parses a lower-case base-36 number as node and copy ids carry them.
 *
 * @throws RevstoreError `TRUNCATED` on an empty text, another character, or a value above 2^53 - 1.
 */
export function parseBase36(text: string): number {
  if (!/^[0-9a-z]{1,11}$/.test(text)) throw corruptBytes(`'${text}' is not a base-36 number`, 0);
  const value = parseInt(text, 36);
  if (!Number.isSafeInteger(value)) throw corruptBytes(`'${text}' is too large`, 0);
  return value;
}

/** Lower-case base-36 digits of `value`, 0 <= value < 2^53. */
export function formatBase36(value: number): string {
  return value.toString(36);
}
