import { RevstoreError } from '@revstore/errors';
import { repoErrors } from './repo-errors.js';

/**
 * Checks that `name` can name a property: a letter, `:` or `_`, then those, digits, `-` and `.`.
 *
 * @throws RevstoreError CLIENT_PROPERTY_NAME (E195011).
 */
export function checkPropertyName(name: string): void {
  if (/^[A-Za-z:_][A-Za-z0-9:_.-]*$/.test(name)) return;
  throw new RevstoreError(
    repoErrors.CLIENT_PROPERTY_NAME,
    `'${name}' is not a valid Subversion property name`,
    { data: { actual: name } },
  );
}
