import { RevstoreError } from '@revstore/errors';
import { repoadminErrors } from './repoadmin-errors.js';

/**
 * A number that is not negative and nothing else, as svn reads one.
 *
 * @throws RevstoreError INCORRECT_PARAMS (E200004)
 */
export function strictNumber(text: string): number {
  if (!/^\s*[-+]?\d+$/.test(text))
    throw new RevstoreError(repoadminErrors.INCORRECT_PARAMS, `Could not convert '${text}' into a number`);
  const value = BigInt(text.trim());
  if (value < 0n || value >= 1n << 63n)
    throw new RevstoreError(
      repoadminErrors.INCORRECT_PARAMS,
      `Number '${text}' is out of range '[0, 18446744073709551615]'`,
    );
  return Number(value);
}
