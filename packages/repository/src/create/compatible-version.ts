import { RevstoreError } from '@revstore/errors';
import { int32Range, parseInteger } from '@revstore/config-file';
import { createErrors } from './create-errors.js';

/** The release of Subversion whose formats we write. */
const newest = { text: '1.14.2', minor: 14, patch: 2 };

/**
 * Checks that a text is the number of a release of Subversion up to the newest known here.
 *
 * @param version e.g. `1.10` or `1.14.2`, perhaps with a tag.
 * @throws RevstoreError `MALFORMED_VERSION`, `UNSUPPORTED_VERSION`.
 * @see svnadmin/svnadmin.c "svnadmin__compatible_version"
 */
export function checkCompatibleVersion(version: string): void {
  const [major, minor, patch] = parseVersion(version);
  if (major < 1)
    throw new RevstoreError(
      createErrors.UNSUPPORTED_VERSION,
      'Cannot create pre-1.0-compatible repositories',
      { data: { actual: version } },
    );
  if (major > 1 || minor > newest.minor || (minor === newest.minor && patch > newest.patch))
    throw new RevstoreError(
      createErrors.UNSUPPORTED_VERSION,
      `Cannot guarantee compatibility beyond the current running version (${newest.text})`,
      { data: { actual: version } },
    );
}

/**
 * The format of the oldest Subversion that must read a repository.
 *
 * @param version as {@link checkCompatibleVersion} takes it, 1.10 and up.
 * @returns the number of the store's format.
 * @throws RevstoreError as {@link checkCompatibleVersion}, `NEEDS_BERKELEY_DB` for 1.0, `UNSUPPORTED_VERSION` below 1.10.
 */
export function formatForVersion(version: string): 8 {
  checkCompatibleVersion(version);
  const [, minor] = parseVersion(version);
  if (minor < 1)
    throw new RevstoreError(
      createErrors.NEEDS_BERKELEY_DB,
      'Repositories compatible with 1.0.x must use --fs-type=bdb',
      { data: { actual: version } },
    );
  if (minor < 10)
    throw new RevstoreError(
      createErrors.UNSUPPORTED_VERSION,
      `Cannot create a repository for Subversion ${version}: this version of Revstore writes only format 8, ` +
        'which Subversion 1.10 and later read',
      { data: { actual: version } },
    );
  return 8;
}

/** @see libsvn_subr/version.c#svn_version__parse_version_string */
function parseVersion(version: string): [major: number, minor: number, patch: number] {
  const malformed = (cause?: unknown): RevstoreError =>
    new RevstoreError(createErrors.MALFORMED_VERSION, `Failed to parse version number string '${version}'`, {
      data: { actual: version },
      cause,
    });
  const pieces = version.split('.').filter((piece) => piece !== '');
  if (pieces.length < 2 || pieces.length > 3) throw malformed();
  if (pieces.length === 3) pieces[2] = pieces[2].replace(/-[^]*/, '');
  const numbers = pieces.map((piece) => {
    try {
      return Number(parseInteger(piece, int32Range));
    } catch (error) {
      throw malformed(error);
    }
  });
  if (numbers.some((number) => number < 0)) throw malformed();
  return [numbers[0], numbers[1], numbers[2] ?? 0];
}
