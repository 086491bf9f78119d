import { RevstoreError } from '@revstore/errors';
import { repoadminErrors } from './repoadmin-errors.js';

/** The Subversion whose formats are the newest known here. */
const NEWEST = '1.14.2';

/**
 * Checks the argument of `--compatible-version`.
 *
 * @returns `text` itself.
 * @throws RevstoreError MALFORMED_VERSION_STRING (E200037), UNSUPPORTED_FEATURE (E200007) for a version to come.
 */
export function parseCompatibleVersion(text: string): string {
  const match = /^(\d+)\.(\d+)(?:\.(\d+))?(?:-.*)?$/.exec(text);
  if (match === null) {
    throw new RevstoreError(
      repoadminErrors.MALFORMED_VERSION_STRING,
      `Failed to parse version number string '${text}'`,
      { data: { actual: text } },
    );
  }
  const [major, minor, patch] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)] as const;
  const [newestMajor, newestMinor, newestPatch] = NEWEST.split('.').map(Number) as [number, number, number];
  const beyond = major - newestMajor || minor - newestMinor || patch - newestPatch;
  if (beyond > 0) {
    throw new RevstoreError(
      repoadminErrors.UNSUPPORTED_FEATURE,
      `Cannot guarantee compatibility beyond the current running version (${NEWEST})`,
      { data: { actual: text } },
    );
  }
  return text;
}
