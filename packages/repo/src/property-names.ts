import { similarWords } from '@revstore/command-line';
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

/** The reserved names of revision properties, without their prefix. */
export const revisionPropertyNames = [
  'author',
  'log',
  'date',
  'autoversioned',
  'original-date',
  'sync-lock',
  'sync-from-url',
  'sync-from-uuid',
  'sync-last-merged-rev',
  'sync-currently-copying',
] as const;

const prefix = 'svn:';

/**
 * Guards against a reserved name with a slip in it.
 *
 * @param reserved the names that there are, without `svn:`.
 * @throws RevstoreError CLIENT_PROPERTY_NAME (E195011), with the names that may have been meant.
 * @see svn/props.c#svn_cl__check_svn_prop_name
 */
export function checkReservedName(name: string, reserved: readonly string[]): void {
  if (name[prefix.length - 1] !== ':') return;
  const start = name.slice(0, prefix.length);
  const rest = name.slice(prefix.length);
  if (start === prefix) {
    if (!reserved.includes(rest)) throw notReserved(name, similarWords(rest, reserved));
  } else if (similarWords(start, [prefix]).length > 0 && reserved.includes(rest)) {
    throw notReserved(name, [rest]);
  }
}

function notReserved(name: string, similar: readonly string[]): RevstoreError {
  const row = repoErrors.CLIENT_PROPERTY_NAME;
  const wrong = `'${name}' is not a valid ${prefix} property name`;
  const meant = similar.slice(0, 3).map((rest) => `'${prefix}${rest}'`);
  const last = meant.pop();
  if (last === undefined) return new RevstoreError(row, `${wrong}; use '--force' to set it`);
  const list = meant.length === 0 ? last : `${meant.join(', ')} or ${last}`;
  return new RevstoreError(row, `Use '--force' to set the '${name}' property.`, {
    cause: new RevstoreError(row, `${wrong}; did you mean ${list}?`),
  });
}
