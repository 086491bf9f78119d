import { defineSubcommand } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { planCopy } from '../copy-plan.js';
import { Locations, targetArguments } from '../locations.js';
import { checkLogMessage } from '../log-message.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';
import { canonicalUrl, unpeggedUrl } from '../target-urls.js';
import { driveTree } from '../tree-drive.js';
import {
  commitAndReport,
  commitHelp,
  commitMessage,
  commitOptions,
  requireTargets,
  revisionOptions,
} from '../url-commit.js';

export default defineSubcommand<RepoState>({
  summary: 'Move files and directories of a repository, with their history.',
  usage: ['move SOURCE... DESTINATION'],
  help: `One source becomes DESTINATION, or goes into it where that is there. Several go into it. A move is a copy
and the deletion of its source in one revision.

${commitHelp}`,
  options: ['force', 'parents', 'allow-mixed-revisions', 'revision', ...commitOptions],
  optionDescriptions: {
    force: 'accepted and ignored; nothing is ever in the way',
    revision: 'accepted and ignored, as long as it is HEAD',
  },
  async run(invocation) {
    const { state } = invocation;
    const targets = targetArguments(invocation, false);
    requireTargets(targets, 2);
    const revision = singleRevision(state);
    if (revision !== undefined && revision.kind !== 'head')
      throw new RevstoreError(
        repoErrors.UNSUPPORTED_FEATURE,
        'Cannot specify revisions (except HEAD) with move operations',
      );
    checkLogMessage(state);
    // As with svn, what looks like a peg revision is part of the destination's name.
    const destination = canonicalUrl(targets.pop()!);
    const sources = targets.map(unpeggedUrl).map((url) => ({ url, pegged: `${url}@` }));
    await using locations = new Locations();
    const { repository, view, top, actions } = await planCopy(sources, destination, locations, {
      move: true,
      parents: state.edit.parents,
    });
    await using _view = view;
    const options = revisionOptions(invocation, await commitMessage(invocation));
    await commitAndReport(invocation, repository, await driveTree(view, top, actions), options);
  },
});
