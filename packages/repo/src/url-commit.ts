import { commandLineError, jsonLine, type Invocation } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import type { CommitOptions, CommitResult, Edit, Repository } from '@revstore/repository';
import { chooseAuthor } from './author.js';
import { logMessage } from './log-message.js';
import { repoErrors } from './repo-errors.js';
import type { RepoState } from './repo-state.js';
import { readConfiguration } from './runtime-configuration.js';

/** Options of every subcommand that makes a revision. */
export const commitOptions = [
  'quiet',
  'message',
  'file',
  'force-log',
  'editor-cmd',
  'encoding',
  'with-revprop',
  'json',
] as const;

/** What their help has in common. */
export const commitHelp =
  "The author is --username, else the environment's REPO_USER, else the user of the system.";

/** The log message of a commit. @throws as {@link logMessage}. */
export async function commitMessage({
  state,
  report,
}: Pick<Invocation<RepoState>, 'state' | 'report'>): Promise<string> {
  const encoding = (await readConfiguration(state, report)).get('miscellany', 'log-encoding');
  return logMessage(state, encoding === '' ? undefined : encoding);
}

/**
 * Message, author and further properties of the revision to be.
 *
 * @throws RevstoreError CLIENT_PROPERTY_NAME (E195011) where `--with-revprop` names a property that Subversion sets itself.
 */
export function revisionOptions(
  { state, signal }: Pick<Invocation<RepoState>, 'state' | 'signal'>,
  message: string,
): CommitOptions {
  const { revisionProperties } = state;
  for (const name of revisionProperties?.keys() ?? [])
    if (name.startsWith('svn:'))
      throw new RevstoreError(
        repoErrors.CLIENT_PROPERTY_NAME,
        "Standard properties can't be set explicitly as revision properties",
        { data: { actual: name } },
      );
  const author = chooseAuthor(state.username);
  return {
    message,
    signal,
    ...(author === undefined ? {} : { author }),
    ...(revisionProperties === undefined ? {} : { revisionProperties }),
  };
}

/** A revision as `--json` tells it. */
export function jsonCommitted({ revision, author, date, warning }: CommitResult): string {
  return jsonLine({ event: 'committed', revision, author, date, warning });
}

/** Makes a revision and says so as svn does. */
export async function commitAndReport(
  invocation: Invocation<RepoState>,
  repository: Repository,
  edits: Iterable<Edit> | AsyncIterable<Edit>,
  options: CommitOptions,
): Promise<void> {
  const { state, output } = invocation;
  const say = (text: string): void => {
    if (state.quiet || state.json) return;
    output.write(text);
    output.push();
  };
  async function* announced(): AsyncGenerator<Edit, void, undefined> {
    yield* edits;
    say('Committing transaction...\n');
  }
  const result = await repository.commit(announced(), options);
  if (state.json) output.write(jsonCommitted(result));
  else {
    say(`Committed revision ${result.revision}.\n`);
    // As svn, on standard output: the revision stands.
    if (result.warning !== undefined) say(`\nWarning: ${result.warning}\n`);
  }
}

/** @throws RevstoreError CL_INSUFFICIENT_ARGS (E205001) where there are fewer targets than `least`. */
export function requireTargets(targets: readonly string[], least: number): void {
  if (targets.length < least) throw commandLineError('CL_INSUFFICIENT_ARGS');
}
