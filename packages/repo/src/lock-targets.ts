import { resolve } from 'node:path';
import { isUrl } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { decodeUriPath, pathUrl, resolveTarget, type Repository } from '@revstore/repository';
import type { Locations } from './locations.js';
import { repoErrors } from './repo-errors.js';

/** Files of one repository that are to be locked or unlocked. */
export interface LockTargets {
  readonly repository: Repository;
  /** Paths in the repository. */
  readonly paths: readonly string[];
  /** Path of the directory that all of them are in. */
  readonly parent: string;
  urlOf(path: string): string;
}

/**
 * Finds the repository of targets the way Subversion's client does, from the directory that all of them are in. A target
 * below another one is left out.
 *
 * @param targets without peg revisions, at least one.
 * @throws RevstoreError as {@link resolveTarget}; UNSUPPORTED_FEATURE (E200007) where another repository is in between.
 */
export async function findLockTargets(
  targets: readonly string[],
  locations: Locations,
): Promise<LockTargets> {
  const locals = withoutDescendants(await Promise.all(targets.map(localPath)));
  const common = locals.length === 1 ? directoryOf(locals[0]!) : locals.reduce(commonPath);
  const host = /^file:\/\/localhost(?=\/)/i.test(targets[0]!) ? 'localhost' : '';
  const { repositoryPath, path: parent, rootUrl } = await resolveTarget(pathUrl(`file://${host}`, common));
  const paths = await Promise.all(
    locals.map(async (local) => {
      const target = await resolveTarget(pathUrl(`file://${host}`, local));
      if (target.repositoryPath === repositoryPath) return target.path;
      throw new RevstoreError(
        repoErrors.UNSUPPORTED_FEATURE,
        'Unable to lock/unlock across multiple repositories',
      );
    }),
  );
  const repository = await locations.open(repositoryPath);
  return { repository, paths, parent, urlOf: (path) => pathUrl(rootUrl, path) };
}

/** The absolute local path of a URL or path. */
async function localPath(target: string): Promise<string> {
  if (!isUrl(target)) return resolve(target);
  const match = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(target);
  // Any other URL is refused with the error it gets anywhere; Subversion's client connects to its directory.
  if (match === null) await resolveTarget(target.replace(/(?<=[^/])\/[^/]+$/, ''));
  return resolve('/', decodeUriPath(match?.[1] ?? '/'));
}

function withoutDescendants(paths: readonly string[]): string[] {
  const distinct = [...new Set(paths)];
  return distinct.filter((path) => !distinct.some((other) => other !== path && path.startsWith(`${other}/`)));
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function commonPath(a: string, b: string): string {
  const [one, two] = [a.split('/'), b.split('/')];
  let length = 0;
  while (length < one.length && one[length] === two[length]) length++;
  return one.slice(0, length).join('/') || '/';
}
