import { formatStoredDate } from '@revstore/bytes';
import { argumentError, type RevisionArgument } from '@revstore/command-line';
import type { Properties } from '@revstore/repository';
import type { Locations } from './locations.js';
import { singleRevision, type RepoState } from './repo-state.js';

/** A revision and its properties. */
export interface RevisionProperties {
  readonly revision: number;
  readonly properties: Properties;
}

/**
 * The target and the revision of `--revprop -r REV TARGET`.
 *
 * @throws RevstoreError CL_ARG_PARSING_ERROR (E205000) without a revision, or with several targets.
 */
export function revisionPropertyTarget(
  state: RepoState,
  targets: readonly string[],
): { readonly target: string; readonly argument: RevisionArgument } {
  const argument = singleRevision(state);
  if (argument === undefined || argument.kind === 'working-copy') {
    throw argumentError(
      "Must specify the revision as a number, a date or 'HEAD' when operating on a revision property",
    );
  }
  const [target, ...more] = targets;
  if (target === undefined || more.length > 0) throw argumentError('Wrong number of targets specified');
  return { target, argument };
}

/** The properties of the revision that {@link revisionPropertyTarget} names. */
export async function revisionPropertiesOf(
  state: RepoState,
  targets: readonly string[],
  locations: Locations,
): Promise<RevisionProperties> {
  if (state.showInherited) throw argumentError("--show-inherited-props can't be used with --revprop");
  const { target, argument } = revisionPropertyTarget(state, targets);
  const { repository, revision } = await locations.findRevision(target, argument);
  return { revision, properties: await repository.revisionProperties(revision) };
}

/** The revision as an error names it. */
export function revisionWord(state: RepoState, revision: number): string {
  const argument = singleRevision(state);
  if (argument?.kind === 'date') return formatStoredDate(argument.date);
  return argument?.kind === 'head' ? 'head' : String(revision);
}
