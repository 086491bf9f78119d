import { parseTarget, revisionSpec, type RevisionArgument } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { baseName, pathUrl, resolveTarget, type NodeKind, type Repository } from '@revstore/repository';
import type { Locations } from './locations.js';
import { repoErrors } from './repo-errors.js';

/** One of the two trees that are compared. */
export interface DiffTarget {
  readonly path: string;
  readonly revision: number;
  readonly url: string;
  /** Absent where nothing is there. */
  readonly kind?: NodeKind;
}

/** Two trees of one repository, at least one of them there. */
export interface DiffTargets {
  readonly repository: Repository;
  readonly from: DiffTarget;
  readonly to: DiffTarget;
  /** URL of the older target as it was given. */
  readonly givenUrl: string;
}

interface Place {
  readonly path: string;
  readonly revision: number;
}

/**
 * One target in two revisions, followed through its history. Where it can't be followed to one of them, its path in the
 * other one stands in.
 *
 * @throws RevstoreError FS_NOT_FOUND (E160013) where it is in neither.
 */
export async function sameTarget(
  locations: Locations,
  text: string,
  start: RevisionArgument,
  end: RevisionArgument,
): Promise<DiffTargets> {
  const { target, peg = { kind: 'head' } } = parseTarget(text);
  const { repositoryPath, path, rootUrl, url } = await resolveTarget(target === '' ? '.' : target);
  const repository = await locations.open(repositoryPath);
  const pegRevision = await repository.resolveRevision(revisionSpec(peg));
  const to = await repository.resolveRevision(revisionSpec(end));
  const from = await repository.resolveRevision(revisionSpec(start));
  const toPath = await pathIn(repository, path, pegRevision, to);
  const fromPath = await pathIn(repository, path, pegRevision, from);
  return checked(repository, rootUrl, url, [
    { path: fromPath ?? toPath ?? path, revision: from },
    { path: toPath ?? fromPath ?? path, revision: to },
  ]);
}

async function pathIn(
  repository: Repository,
  path: string,
  peg: number,
  revision: number,
): Promise<string | undefined> {
  try {
    return peg === revision && (await kindAt(repository, { path, revision })) !== undefined
      ? path
      : await repository.locate(path, peg, revision);
  } catch (error) {
    if (
      error instanceof RevstoreError &&
      (error.svnCode === repoErrors.FS_NOT_FOUND.svn ||
        error.svnCode === repoErrors.CLIENT_UNRELATED_RESOURCES.svn)
    )
      return undefined;
    throw error;
  }
}

/**
 * Two targets, each in its revision.
 *
 * @param below relative path that is added to both.
 * @throws RevstoreError FS_NOT_FOUND (E160013) where there is neither; RA_ILLEGAL_URL (E170000) for two repositories.
 */
export async function twoTargets(
  locations: Locations,
  older: { readonly target: string; readonly revision: RevisionArgument },
  newer: { readonly target: string; readonly revision: RevisionArgument },
  below = '',
): Promise<DiffTargets> {
  const found = [];
  for (const { target, revision } of [older, newer]) {
    const text = below === '' ? target : `${target}/${below}`;
    found.push({ resolved: await resolveTarget(text === '' ? '.' : text), revision });
  }
  const [first, second] = found as [(typeof found)[0], (typeof found)[0]];
  const { repositoryPath, rootUrl, url } = first.resolved;
  if (repositoryPath !== second.resolved.repositoryPath) {
    throw new RevstoreError(
      repoErrors.RA_ILLEGAL_URL,
      `'${url}' isn't in the same repository as '${second.resolved.rootUrl}'`,
    );
  }
  const repository = await locations.open(repositoryPath);
  const places: Place[] = [];
  for (const { resolved, revision } of found)
    places.push({
      path: resolved.path,
      revision: await repository.resolveRevision(revisionSpec(revision)),
    });
  return checked(repository, rootUrl, url, places as [Place, Place]);
}

async function checked(
  repository: Repository,
  rootUrl: string,
  givenUrl: string,
  [first, second]: [Place, Place],
): Promise<DiffTargets> {
  const target = async (place: Place): Promise<DiffTarget> => {
    const kind = await kindAt(repository, place);
    return { ...place, url: pathUrl(rootUrl, place.path), ...(kind === undefined ? {} : { kind }) };
  };
  const from = await target(first);
  const to = await target(second);
  if (from.kind === undefined && to.kind === undefined) {
    throw notFound(
      from.url === to.url
        ? `Diff target '${from.url}' was not found in the repository at revisions '${from.revision}' and '${to.revision}'`
        : `Diff targets '${from.url}' and '${to.url}' were not found in the repository at revisions '${from.revision}' and '${to.revision}'`,
    );
  }
  // What is missing on one side must be there in the other side's revision.
  for (const [missing, other] of [
    [from, to],
    [to, from],
  ] as const) {
    if (missing.kind !== undefined) continue;
    const { path, url } = missing;
    if ((await kindAt(repository, { path, revision: other.revision })) !== undefined) continue;
    const also = other.revision === missing.revision ? '' : ` or '${missing.revision}'`;
    throw notFound(
      `Diff target '${url}' was not found in the repository at revision '${other.revision}'${also}`,
    );
  }
  if ((from.path === '/' || to.path === '/') && (from.kind !== 'dir' || to.kind !== 'dir'))
    throw new RevstoreError(repoErrors.FS_PATH_SYNTAX, 'Cannot replace a directory from within');
  return { repository, from, to, givenUrl };
}

function notFound(message: string): RevstoreError {
  return new RevstoreError(repoErrors.FS_NOT_FOUND, message);
}

async function kindAt(repository: Repository, { path, revision }: Place): Promise<NodeKind | undefined> {
  await using view = await repository.revision(revision);
  return (await view.exists(path)) ? (await view.stat(path)).kind : undefined;
}

/** Where paths of differences begin: at the targets, or, where one of them is a file, in the directory around it. */
export function pathPrefix({ from, to }: DiffTargets): string {
  const isFile = from.kind === 'file' || to.kind === 'file';
  return isFile ? baseName(to.kind === undefined ? to.path : from.path) : '';
}
