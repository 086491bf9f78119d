import {
  argumentError,
  commandLineError,
  defineSubcommand,
  isUrl,
  revisionSpec,
  type Invocation,
} from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { resolveTarget, type Repository } from '@revstore/repository';
import { localContents } from '../local-contents.js';
import { Locations } from '../locations.js';
import { actionsHelp, parseActions, type Action } from '../mucc/actions.js';
import { editsOf } from '../mucc/operation-edits.js';
import { OperationTree } from '../mucc/operation-tree.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';
import { canonicalUrl, parentUrl, pathBelow } from '../target-urls.js';
import { commitHelp, commitMessage, commitOptions, jsonCommitted, revisionOptions } from '../url-commit.js';

/** Takes the log message from `--with-revprop svn:log=…`, if it is there. */
function sanitizeMessage(state: RepoState): void {
  const log = state.revisionProperties?.get('svn:log');
  const sources = [state.message, state.messageFile, log].filter((source) => source !== undefined);
  if (sources.length > 1)
    throw argumentError('--message (-m), --file (-F), and --with-revprop=svn:log are mutually exclusive');
  if (log === undefined) return;
  state.message = Buffer.from(log).toString('utf8');
  state.revisionProperties!.delete('svn:log');
}

async function perform(tree: OperationTree, action: Action, anchor: string): Promise<void> {
  const at = (url: string): string => pathBelow(anchor, url)!;
  switch (action.type) {
    case 'mkdir':
      return tree.makeDirectory(at(action.url));
    case 'rm':
      return tree.delete(at(action.url));
    case 'mv':
      return tree.move(at(action.from), at(action.url));
    case 'cp':
      return tree.copy(at(action.from), action.revision, at(action.url));
    case 'put':
      return tree.put(at(action.url), () => localContents(action.file));
    case 'set':
      return tree.setProperty(at(action.url), action.name, action.value);
  }
}

async function commitTree(
  invocation: Invocation<RepoState>,
  repository: Repository,
  tree: OperationTree,
  anchor: string,
): Promise<void> {
  const { state, output } = invocation;
  if (tree.root.isUntouched) return;
  const options = revisionOptions(invocation, await commitMessage(invocation));
  const session = tree.root.kind === 'open-directory' ? anchor : parentUrl(anchor);
  await using view = await repository.revision(tree.baseRevision);
  const { path } = await resolveTarget(session);
  if (!(await view.exists(path)) || (await view.stat(path)).kind !== 'dir')
    throw new RevstoreError(
      repoErrors.FS_NOT_DIRECTORY,
      `Can't commit to '${session}' because it is not a directory`,
      { data: { path } },
    );
  const result = await repository.commit(editsOf(tree.root, tree.absolute(''), tree.baseRevision), options);
  if (state.json) output.write(jsonCommitted(result));
  else if (!state.quiet) {
    output.write(`r${result.revision} committed by ${result.author ?? '(no author)'} at ${result.date}\n`);
    if (result.warning !== undefined) output.write(`\nWarning: ${result.warning}\n`);
  }
}

export default defineSubcommand<RepoState>({
  summary: 'Do several things in one revision, with the actions of svnmucc.',
  usage: ['mucc ACTION...'],
  help: `${actionsHelp}

Put '--' before the actions where an argument begins with a dash. With --revision, what an action changes or
deletes may not have changed since that revision.

${commitHelp}`,
  options: ['revision', 'root-url', 'extra-args', ...commitOptions],
  optionDescriptions: { revision: 'the revision on which the changes are based' },
  async run(invocation) {
    const { state, operands, output } = invocation;
    sanitizeMessage(state);
    const { rootUrl, extraArguments } = state.edit;
    if (rootUrl !== undefined && !isUrl(rootUrl))
      throw commandLineError('INCORRECT_PARAMS', `'${rootUrl}' is not a URL\n`);
    const parsed = parseActions(
      [...operands, ...extraArguments],
      rootUrl === undefined ? undefined : canonicalUrl(rootUrl),
    );
    if (!parsed) {
      output.write(`${actionsHelp}\n`);
      return;
    }
    const { actions, anchor } = parsed;
    if (actions.length === 0) throw commandLineError('CL_INSUFFICIENT_ARGS');
    const { repositoryPath, path } = await resolveTarget(anchor);
    await using locations = new Locations();
    const repository = await locations.open(repositoryPath);
    const revision = singleRevision(state);
    const base =
      revision?.kind === 'number'
        ? revision.number
        : revision && (await repository.resolveRevision(revisionSpec(revision)));
    const tree = await OperationTree.create(repository, path, base);
    try {
      for (const action of actions) await perform(tree, action, anchor);
      await commitTree(invocation, repository, tree, anchor);
    } finally {
      await tree.close();
    }
  },
});
