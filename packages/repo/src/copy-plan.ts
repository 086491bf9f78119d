import { RevstoreError } from '@revstore/errors';
import {
  inheritedMergeinfo,
  resolveTarget,
  type Repository,
  type RevisionView,
  type Target,
} from '@revstore/repository';
import type { RevisionArgument } from '@revstore/command-line';
import { absentParents } from './absent-parents.js';
import type { Locations } from './locations.js';
import { repoErrors } from './repo-errors.js';
import { commonUrl, joinUrl, parentUrl, pathBelow, urlName } from './target-urls.js';
import type { TreeAction } from './tree-drive.js';

/** What is copied or moved. */
export interface CopySource {
  /** Canonical, without its peg revision. */
  readonly url: string;
  /** The same with the peg revision at its end. */
  readonly pegged: string;
  /** Revision of the source; default the peg revision. */
  readonly revision?: RevisionArgument;
}

/** A copy or move as edits of a tree. */
export interface CopyPlan {
  readonly repository: Repository;
  readonly view: RevisionView;
  /** Directory at which the commit begins. */
  readonly top: string;
  readonly actions: ReadonlyMap<string, TreeAction>;
}

/** How sources are copied. */
export interface CopyPlanOptions {
  readonly move: boolean;
  /** Make directories above the destination that are missing. */
  readonly parents: boolean;
}

interface Pair {
  readonly source: CopySource;
  readonly destination: string;
}

/**
 * Plans a copy or move as `svn copy` and `svn move` do it: of one source to `destination`, or into it where it is there;
 * of several into it.
 *
 * @throws RevstoreError in svn's words where it cannot be done.
 * @see libsvn_client/copy.c
 */
export async function planCopy(
  sources: readonly CopySource[],
  destination: string,
  locations: Locations,
  options: CopyPlanOptions,
): Promise<CopyPlan> {
  const into = sources.map((source) => ({ source, destination: joinUrl(destination, urlName(source.url)) }));
  const [only, ...more] = sources;
  if (only === undefined || more.length > 0) return planPairs(into, locations, options);
  try {
    return await planPairs([{ source: only, destination }], locations, options);
  } catch (error) {
    const isThere = error instanceof RevstoreError && error.svnCode === repoErrors.FS_ALREADY_EXISTS.svn;
    if (!isThere) throw error;
    return planPairs(into, locations, options);
  }
}

async function planPairs(
  pairs: readonly Pair[],
  locations: Locations,
  { move, parents }: CopyPlanOptions,
): Promise<CopyPlan> {
  if (move) refuseMovesIntoThemselves(pairs);
  const first = await resolveTarget(pairs[0]!.source.url);
  const repository = await locations.open(first.repositoryPath);
  const view = await repository.revision();
  const copies = [];
  for (const { source, destination } of pairs) {
    refuseOtherRepository(first, source.url, destination);
    copies.push({ destination, action: await copyAction(source, locations), source: source.url });
  }
  const inRepository = (url: string): string => `/${pathBelow(first.rootUrl, url)!}`;
  let topUrl = commonUrl(
    pairs.flatMap(({ source, destination }) => (move ? [source.url, destination] : [destination])),
  );
  for (const { source, destination } of pairs)
    for (const edited of move ? [destination, source.url] : [destination])
      if (topUrl === edited && topUrl !== first.rootUrl) topUrl = parentUrl(topUrl);
  const actions = new Map<string, TreeAction>();
  if (parents) {
    const absent = await absentParents(view, inRepository(pairs[0]!.destination));
    if (absent.blockedBy !== undefined) {
      const named = move
        ? absent.blockedBy.slice(inRepository(topUrl).length).replace(/^\//, '')
        : joinUrl(first.rootUrl, absent.blockedBy.slice(1));
      throw alreadyThere(`Path '${named}' already exists, but is not a directory`, absent.blockedBy);
    }
    for (const path of absent.paths) actions.set(path, { type: 'make-directory' });
    while (actions.has(inRepository(topUrl))) topUrl = parentUrl(topUrl);
  }
  for (const { source, destination, action } of copies) {
    const path = inRepository(destination);
    if (await view.exists(path)) throw alreadyThere(`Path '${destination}' already exists`, path);
    if (actions.has(path))
      throw new RevstoreError(
        repoErrors.FS_TXN_OUT_OF_DATE,
        `${action.kind === 'file' ? 'File' : 'Directory'} '${path}' is out of date`,
        { data: { path } },
      );
    actions.set(path, action.edit);
    if (move) actions.set(inRepository(source), { type: 'delete' });
  }
  return { repository, view, top: inRepository(topUrl), actions };
}

/** @throws RevstoreError UNSUPPORTED_FEATURE (E200007). */
function refuseMovesIntoThemselves(pairs: readonly Pair[]): void {
  for (const { source, destination } of pairs)
    if (source.url === destination)
      throw new RevstoreError(repoErrors.UNSUPPORTED_FEATURE, `Cannot move URL '${source.url}' into itself`, {
        data: { path: source.url },
      });
}

/** @throws RevstoreError UNSUPPORTED_FEATURE (E200007). */
function refuseOtherRepository({ rootUrl }: Target, ...urls: readonly string[]): void {
  if (urls.some((url) => pathBelow(rootUrl, url) === undefined))
    throw new RevstoreError(
      repoErrors.UNSUPPORTED_FEATURE,
      'Source and destination URLs appear not to point to the same repository.',
    );
}

/** The copy of a source, which must be there, with the mergeinfo that holds for it. */
async function copyAction(
  { pegged, revision }: CopySource,
  locations: Locations,
): Promise<{ readonly edit: TreeAction; readonly kind: 'file' | 'dir' }> {
  const location = await locations.find(pegged, revision);
  const { kind } = await location.view.stat(location.path);
  const mergeinfo = await inheritedMergeinfo(location.view, location.path);
  return {
    kind,
    edit: {
      type: 'copy',
      from: { path: location.path, revision: location.revision },
      ...(mergeinfo === undefined ? {} : { mergeinfo }),
    },
  };
}

function alreadyThere(message: string, path: string): RevstoreError {
  return new RevstoreError(repoErrors.FS_ALREADY_EXISTS, message, { data: { path } });
}
