import { resolve } from 'node:path';
import { defineErrorCodes, RevstoreError } from '@revstore/errors';
import { canonicalPath } from '@revstore/fsfs';
import type { Target } from '../api/index.js';
import { isRepository } from '../repository-format/index.js';
import { decodeUriPath, fileUrl, pathUrl } from './uri.js';

/** Errors of targets. */
export const targetErrors = defineErrorCodes({
  RA_CANNOT_CREATE_SESSION: ['not-found', 170013],
  RA_ILLEGAL_URL: ['invalid-input', 170000],
  RA_LOCAL_REPOS_OPEN_FAILED: ['not-found', 180001],
});

/**
 * Finds the repository that a `file://` URL or a plain path points into: the deepest directory on the way that is one.
 *
 * @param text a URL, percent-encoded, or a local path, absolute or relative to the working directory.
 * @throws RevstoreError `RA_CANNOT_CREATE_SESSION` (E170013) because of `RA_LOCAL_REPOS_OPEN_FAILED` (E180001) where
 * there is no repository; `RA_ILLEGAL_URL` (E170000) for another host or scheme.
 */
export async function resolveTarget(text: string): Promise<Target> {
  const { local, host } = isUrl(text) ? partsOf(text) : { local: resolve(text), host: '' };
  for (let repositoryPath = local; ; repositoryPath = parentOf(repositoryPath)) {
    if (isRepository(repositoryPath)) {
      const path = canonicalPath(local.slice(repositoryPath === '/' ? 0 : repositoryPath.length));
      const rootUrl = fileUrl(repositoryPath, host);
      return { repositoryPath, path, rootUrl, url: pathUrl(rootUrl, path) };
    }
    if (repositoryPath === '/') break;
  }
  const url = fileUrl(local, host);
  throw noSession(
    url,
    new RevstoreError(targetErrors.RA_LOCAL_REPOS_OPEN_FAILED, `Unable to open repository '${url}'`, {
      data: { path: local },
    }),
  );
}

function noSession(url: string, cause: RevstoreError): RevstoreError {
  return new RevstoreError(
    targetErrors.RA_CANNOT_CREATE_SESSION,
    `Unable to connect to a repository at URL '${url}'`,
    { data: { path: url }, cause },
  );
}

function isUrl(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text);
}

/** The host of a URL, empty or `localhost`, and the local path. */
function partsOf(url: string): { host: string; local: string } {
  const match = /^file:\/\/([^/]*)(\/.*)?$/is.exec(url);
  if (!match)
    throw new RevstoreError(targetErrors.RA_ILLEGAL_URL, `Unrecognized URL scheme for '${url}'`, {
      data: { path: url },
    });
  const host = match[1].toLowerCase();
  if (host !== '' && host !== 'localhost')
    throw noSession(
      url,
      new RevstoreError(targetErrors.RA_ILLEGAL_URL, `Local URL '${url}' contains unsupported hostname`, {
        data: { path: url },
      }),
    );
  return { host, local: resolve('/', decodeUriPath(match[2] ?? '/')) };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
