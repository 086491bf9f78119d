import { commandLineError, jsonLine, splitPeg, type Invocation } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { chooseAuthor } from './author.js';
import { Locations, targetArguments } from './locations.js';
import { repoErrors } from './repo-errors.js';
import type { RepoState } from './repo-state.js';
import { revisionPropertyTarget } from './revision-property-target.js';

/**
 * The targets of a subcommand that changes properties: none may have a peg revision.
 *
 * @param implicit whether the working directory stands in where there is none.
 * @throws RevstoreError ILLEGAL_TARGET (E200009).
 */
export function targetsWithoutPeg(
  invocation: Pick<Invocation<RepoState>, 'operands' | 'state' | 'report'>,
  implicit: boolean,
): string[] {
  const targets = targetArguments(invocation, implicit);
  for (const text of targets)
    if (splitPeg(text).peg.length > 1)
      throw commandLineError('ILLEGAL_TARGET', `'${text}': a peg revision is not allowed here`);
  return targets;
}

/**
 * Sets a property of a revision, or removes it where there is no value, and says so.
 *
 * @throws RevstoreError of the library; a failure of `post-revprop-change`, too, after which the change stands.
 */
export async function changeRevisionProperty(
  { state, output, signal }: Pick<Invocation<RepoState>, 'state' | 'output' | 'signal'>,
  name: string,
  value: Uint8Array | undefined,
  targets: readonly string[],
): Promise<void> {
  const { target, argument } = revisionPropertyTarget(state, targets);
  if (name === 'svn:author' && value?.includes(10) === true && !state.force)
    throw new RevstoreError(
      repoErrors.CLIENT_REVISION_AUTHOR_CONTAINS_NEWLINE,
      'Author name should not contain a newline; value will not be set unless forced',
    );
  await using locations = new Locations();
  const { repository, revision } = await locations.findRevision(target, argument);
  const user = chooseAuthor(state.username);
  const { hookFailure } = await repository.setRevisionProperty(revision, name, value, {
    signal,
    ...(user === undefined ? {} : { user }),
  });
  if (hookFailure) throw hookFailure;
  if (state.json) output.write(jsonLine({ event: value === undefined ? 'delete' : 'set', revision, name }));
  else if (!state.quiet) {
    const done = value === undefined ? 'deleted from' : 'set on';
    output.write(`property '${name}' ${done} repository revision ${revision}\n`);
  }
}
