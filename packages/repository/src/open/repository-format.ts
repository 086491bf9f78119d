import { join } from 'node:path';
import { defineErrorCodes, RevstoreError } from '@revstore/errors';
import { readWholeFile } from '@revstore/files';

export const openErrors = defineErrorCodes({
  REPOS_UNSUPPORTED_VERSION: ['unsupported', 165005],
  BAD_VERSION_FILE: ['corrupt', 125006],
  CLIENT_UNRELATED_RESOURCES: ['not-found', 195012],
  FS_GENERAL: ['corrupt', 160000],
});

/** Formats of the directory around the store: 3 is that of Subversion before 1.5. */
const supported = [3, 5];

/**
 * Reads the `format` file of a repository.
 *
 * @throws RevstoreError `Can't open file '…/format'` where there is no repository; `REPOS_UNSUPPORTED_VERSION` (E165005).
 */
export function readRepositoryFormat(path: string): number {
  const file = join(path, 'format');
  const [text] = readWholeFile(file).toString('latin1').split('\n', 1);
  if (!/^[0-9]{1,9}$/.test(text))
    throw new RevstoreError(openErrors.BAD_VERSION_FILE, `First line of '${file}' contains non-digit`, {
      data: { file, actual: text.slice(0, 40) },
    });
  const format = Number(text);
  if (!supported.includes(format))
    throw new RevstoreError(
      openErrors.REPOS_UNSUPPORTED_VERSION,
      `Expected repository format '3' or '5'; found format '${format}'`,
      { data: { file, actual: format } },
    );
  return format;
}
