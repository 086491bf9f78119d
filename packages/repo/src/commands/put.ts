import { argumentError, defineSubcommand, revisionSpec } from '@revstore/command-line';
import { baseName, resolveTarget, type Edit } from '@revstore/repository';
import { checkLocalPath } from '@revstore/working-files';
import { absentParents } from '../absent-parents.js';
import { localContents } from '../local-contents.js';
import { Locations } from '../locations.js';
import { checkLogMessage } from '../log-message.js';
import { singleRevision, type RepoState } from '../repo-state.js';
import { unpeggedUrl } from '../target-urls.js';
import {
  commitAndReport,
  commitHelp,
  commitMessage,
  commitOptions,
  requireTargets,
  revisionOptions,
} from '../url-commit.js';

export default defineSubcommand<RepoState>({
  summary: 'Give a file in a repository new contents, or add it.',
  usage: ['put FILE TARGET'],
  help: `FILE is a file of this machine, or '-' for standard input. Its bytes are stored as they are, properties stay
as they are. With --revision, TARGET must be there and may not have changed since that revision.

${commitHelp}`,
  options: ['revision', 'parents', ...commitOptions],
  optionDescriptions: { revision: 'the revision on which the new contents are based' },
  async run(invocation) {
    const { state, operands } = invocation;
    requireTargets(operands, 2);
    if (operands.length > 2) throw argumentError('Too many arguments given');
    const [file, target] = operands as [string, string];
    const { repositoryPath, path } = await resolveTarget(unpeggedUrl(target));
    checkLogMessage(state);
    const options = revisionOptions(invocation, await commitMessage(invocation));
    const contents = localContents(file);
    checkLocalPath(baseName(path));
    await using locations = new Locations();
    const repository = await locations.open(repositoryPath);
    const revision = singleRevision(state);
    const base = revision && (await repository.resolveRevision(revisionSpec(revision)));
    await using view = await repository.revision();
    const edits: Edit[] = [];
    if (state.edit.parents)
      for (const directory of (await absentParents(view, path)).paths)
        edits.push({ type: 'make-directory', path: directory });
    edits.push({
      type: 'put-file',
      path,
      contents: contents.chunks(),
      ...(base === undefined ? {} : { baseRevision: base }),
    });
    await commitAndReport(invocation, repository, edits, options);
  },
});
