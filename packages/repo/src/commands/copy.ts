import { commandLineError, defineSubcommand, splitPeg } from '@revstore/command-line';
import { planCopy } from '../copy-plan.js';
import { Locations, targetArguments } from '../locations.js';
import { checkLogMessage } from '../log-message.js';
import { singleRevision, type RepoState } from '../repo-state.js';
import { peggedUrl } from '../target-urls.js';
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
  summary: 'Copy files and directories of a repository, with their history.',
  usage: ['copy SOURCE[@REV]... DESTINATION'],
  help: `One source becomes DESTINATION, or goes into it where that is there. Several go into it. Sources are as
they are in HEAD, or in the revision of --revision or REV. A copy gets the merge history that holds for its
source.

${commitHelp}`,
  options: ['revision', 'parents', 'ignore-externals', ...commitOptions],
  optionDescriptions: {
    revision: 'the revision of the sources',
    'ignore-externals': 'accepted and ignored; externals are only properties here',
  },
  async run(invocation) {
    const { state } = invocation;
    const targets = targetArguments(invocation, false);
    requireTargets(targets, 2);
    const urls = targets.map(peggedUrl);
    const last = urls.pop()!;
    const { target: destination, peg } = splitPeg(last);
    if (peg.length > 1)
      throw commandLineError('ILLEGAL_TARGET', `'${last}': a peg revision is not allowed here`);
    checkLogMessage(state);
    const revision = singleRevision(state);
    const sources = urls.map((pegged) => ({
      pegged,
      url: splitPeg(pegged).target,
      ...(revision === undefined ? {} : { revision }),
    }));
    await using locations = new Locations();
    const { repository, view, top, actions } = await planCopy(sources, destination, locations, {
      move: false,
      parents: state.edit.parents,
    });
    await using _view = view;
    const options = revisionOptions(invocation, await commitMessage(invocation));
    await commitAndReport(invocation, repository, await driveTree(view, top, actions), options);
  },
});
