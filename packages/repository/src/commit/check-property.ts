import { parseStoredDate, strictUtf8Text } from '@revstore/bytes';
import { defineErrorCodes, RevstoreError } from '@revstore/errors';

/** Errors of properties that may not be stored. */
export const propertyErrors = defineErrorCodes({
  BAD_PROPERTY_VALUE: ['invalid-input', 125005],
  BAD_PROPERTY_VALUE_EOL: ['invalid-input', 125017],
  BOGUS_DATE: ['invalid-input', 125003],
  REPOS_BAD_ARGS: ['invalid-input', 165002],
});

/**
 * Checks a property of a node or revision as Subversion's repository layer does: `svn:` properties are UTF-8 with LF,
 * `svn:date` is a date, and those of working copies stay there.
 *
 * @throws RevstoreError `BAD_PROPERTY_VALUE` (E125005), `REPOS_BAD_ARGS` (E165002). TypeError for a value that is not bytes.
 * @see libsvn_repos/fs-wrap.c#svn_repos__validate_prop
 */
export function checkProperty(name: string, value: Uint8Array): void {
  if (!(value instanceof Uint8Array)) throw new TypeError(`The value of property '${name}' must be bytes`);
  if (!name.startsWith('svn:')) return;
  if (/^svn:(wc|entry):/.test(name))
    throw new RevstoreError(
      propertyErrors.REPOS_BAD_ARGS,
      `Storage of non-regular property '${name}' is disallowed through the repository interface, and could indicate a bug in your client`,
    );
  const text = strictUtf8Text(value);
  if (text === undefined)
    throw new RevstoreError(
      propertyErrors.BAD_PROPERTY_VALUE,
      `Cannot accept '${name}' property because it is not encoded in UTF-8`,
    );
  if (value.includes(13))
    throw new RevstoreError(propertyErrors.BAD_PROPERTY_VALUE, 'Invalid property value', {
      cause: new RevstoreError(
        propertyErrors.BAD_PROPERTY_VALUE_EOL,
        `Cannot accept non-LF line endings in '${name}' property`,
      ),
    });
  if (name === 'svn:date' && parseStoredDate(text) === undefined)
    throw new RevstoreError(propertyErrors.BAD_PROPERTY_VALUE, 'Wrong or unexpected property value', {
      cause: new RevstoreError(propertyErrors.BOGUS_DATE, 'Bogus date'),
    });
}
