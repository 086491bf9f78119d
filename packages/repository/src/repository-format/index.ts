/** The `format` file of the directory around a store, and what makes a directory a repository. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { defineErrorCodes, RevstoreError } from '@revstore/errors';
import { readWholeFile } from '@revstore/files';
import { fsErrors } from '@revstore/fsfs';

/** Errors of the format of repositories. */
export const repositoryFormatErrors = defineErrorCodes({
  REPOS_UNSUPPORTED_VERSION: ['unsupported', 165005],
});

/** The format of new repositories, that of Subversion 1.5 and later. */
export const newRepositoryFormat = 5;

/** Formats of the directory around the store: 3 is that of Subversion before 1.5. */
const supported = [3, newRepositoryFormat];

/**
 * Reads the `format` file of a repository.
 *
 * @throws RevstoreError `Can't open file '…/format'` where there is no repository; `REPOS_UNSUPPORTED_VERSION` (E165005).
 */
export function readRepositoryFormat(path: string): number {
  const file = join(path, 'format');
  const [text] = readWholeFile(file).toString('latin1').split('\n', 1);
  if (!/^[0-9]{1,9}$/.test(text))
    throw new RevstoreError(fsErrors.BAD_VERSION_FILE, `First line of '${file}' contains non-digit`, {
      data: { file, actual: text.slice(0, 40) },
    });
  const format = Number(text);
  if (!supported.includes(format))
    throw new RevstoreError(
      repositoryFormatErrors.REPOS_UNSUPPORTED_VERSION,
      `Expected repository format '3' or '5'; found format '${format}'`,
      { data: { file, actual: format } },
    );
  return format;
}

/** Whether a directory is a repository, by its `format` file and its `db`. Where we may not look is none. */
export function isRepository(path: string): boolean {
  try {
    return statSync(join(path, 'format')).isFile() && statSync(join(path, 'db')).isDirectory();
  } catch {
    return false;
  }
}
