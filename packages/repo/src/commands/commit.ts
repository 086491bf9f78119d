import { argumentError, commandLineError, defineSubcommand, revisionSpec } from '@revstore/command-line';
import { resolveTarget, type Edit } from '@revstore/repository';
import { JsonEdits, jsonEditsHelp } from '../json-edits.js';
import { Locations } from '../locations.js';
import { checkLogMessage } from '../log-message.js';
import { singleRevision, type RepoState } from '../repo-state.js';
import { unpeggedUrl } from '../target-urls.js';
import { commitAndReport, commitHelp, commitMessage, commitOptions, revisionOptions } from '../url-commit.js';

export default defineSubcommand<RepoState>({
  summary: 'Commit edits that are given as JSON.',
  usage: ['commit --from-json FILE TARGET'],
  help: `${jsonEditsHelp}

Edits apply one after the other, each to what those before it made of the tree. With --revision they build
on that revision: what others changed since is merged, and is a conflict where they changed the same.

${commitHelp}`,
  options: ['from-json', 'revision', ...commitOptions],
  optionDescriptions: { revision: 'the revision on which the edits build' },
  async run(invocation) {
    const { state, operands } = invocation;
    const { fromJson } = state.edit;
    if (fromJson === undefined)
      throw commandLineError(
        'CL_INSUFFICIENT_ARGS',
        "There is no working copy here: '--from-json' is required",
      );
    if (operands.length === 0) throw commandLineError('CL_INSUFFICIENT_ARGS');
    if (operands.length > 1) throw argumentError('Too many arguments given');
    const { repositoryPath, path } = await resolveTarget(unpeggedUrl(operands[0]!));
    checkLogMessage(state);
    const options = revisionOptions(invocation, await commitMessage(invocation));
    await using locations = new Locations();
    const repository = await locations.open(repositoryPath);
    const revision = singleRevision(state);
    const base = revision && (await repository.resolveRevision(revisionSpec(revision)));
    const source = new JsonEdits(fromJson, path);
    const edits = source.read();
    try {
      const first = await edits.next();
      // Nothing to commit, no revision.
      if (first.done) return;
      await commitAndReport(invocation, repository, chain(first.value, edits), {
        ...options,
        ...(base === undefined ? {} : { baseRevision: base }),
      });
    } catch (error) {
      throw source.placed(error);
    }
  },
});

async function* chain(first: Edit, rest: AsyncIterable<Edit>): AsyncGenerator<Edit, void, undefined> {
  yield first;
  yield* rest;
}
