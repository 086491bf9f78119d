import { resolve } from 'node:path';
import { checkUrl, commandLineError, isUrl, splitPeg } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { decodeUriPath, encodeUriPath, fileUrl } from '@revstore/repository';
import { repoErrors } from './repo-errors.js';

/**
 * A target as a URL without superfluous parts, without a slash at its end, encoded as Subversion encodes.
 *
 * @param text a URL, or a local path.
 * @throws RevstoreError BAD_URL (E125002) for `..` in a URL.
 */
export function canonicalUrl(text: string): string {
  if (!isUrl(text)) return fileUrl(resolve(text));
  checkUrl(text);
  const [, scheme, host, path = ''] = /^([^/:]+:\/\/)([^/]*)(\/.*)?$/.exec(text)!;
  const parts = path
    .split('/')
    .map(decodeUriPath)
    .filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw commandLineError('BAD_URL', `URL '${text}' contains a '..' element`);
  const clean = parts.map((part) => `/${encodeUriPath(part)}`).join('');
  return scheme!.toLowerCase() + host!.toLowerCase() + clean;
}

/**
 * A target with the peg revision that it was given, if any, at its end as it was typed.
 *
 * @throws RevstoreError BAD_FILENAME (E125001) for a peg revision of nothing, or as {@link canonicalUrl}.
 */
export function peggedUrl(text: string): string {
  const { target, peg } = splitPeg(text);
  if (target === '' && peg !== '')
    throw new RevstoreError(
      repoErrors.BAD_FILENAME,
      `'${text}' is just a peg revision. Maybe try '${text}@' instead?`,
    );
  return canonicalUrl(target) + peg;
}

/**
 * A target that may have no peg revision; a lone `@` at its end is taken off.
 *
 * @throws RevstoreError ILLEGAL_TARGET (E200009), or as {@link peggedUrl}.
 */
export function unpeggedUrl(text: string): string {
  const url = peggedUrl(text);
  const { target, peg } = splitPeg(url);
  if (peg.length > 1)
    throw commandLineError('ILLEGAL_TARGET', `'${url}': a peg revision is not allowed here`);
  return target;
}

/** The URL above; that of the top is itself. */
export function parentUrl(url: string): string {
  const slash = url.lastIndexOf('/');
  return slash <= url.indexOf('//') + 1 ? url : url.slice(0, slash);
}

/** The last name of a URL, decoded; '' at the top. */
export function urlName(url: string): string {
  const parent = parentUrl(url);
  return parent === url ? '' : decodeUriPath(url.slice(parent.length + 1));
}

/** A URL below another, by the decoded path. */
export function joinUrl(url: string, path: string): string {
  return path === '' ? url : `${url}/${encodeUriPath(path)}`;
}

/** The decoded path from `ancestor` down to `url`: '' where they are the same, undefined where it is no ancestor. */
export function pathBelow(ancestor: string, url: string): string | undefined {
  if (url === ancestor) return '';
  return url.startsWith(`${ancestor}/`) ? decodeUriPath(url.slice(ancestor.length + 1)) : undefined;
}

/** The longest URL that all are at or below; '' where there is none. */
export function commonUrl(urls: readonly string[]): string {
  return urls.reduce((common, url) => {
    let ancestor = common;
    while (pathBelow(ancestor, url) === undefined) {
      const above = parentUrl(ancestor);
      if (above === ancestor) return '';
      ancestor = above;
    }
    return ancestor;
  });
}
