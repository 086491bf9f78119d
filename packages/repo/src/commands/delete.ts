import { defineSubcommand, type Invocation } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { resolveTarget, type Repository } from '@revstore/repository';
import { Locations, targetArguments } from '../locations.js';
import { checkLogMessage } from '../log-message.js';
import { repoErrors } from '../repo-errors.js';
import type { RepoState } from '../repo-state.js';
import { unpeggedUrl } from '../target-urls.js';
import { driveTree, type TreeAction } from '../tree-drive.js';
import {
  commitAndReport,
  commitHelp,
  commitMessage,
  commitOptions,
  requireTargets,
  revisionOptions,
} from '../url-commit.js';

/** What is to go, by repository, in the order given. Everything must be there. */
async function findTargets(
  urls: readonly string[],
  locations: Locations,
): Promise<Map<Repository, string[]>> {
  const found = new Map<Repository, string[]>();
  for (const url of urls) {
    const { repositoryPath, path } = await resolveTarget(url);
    if (path === '/')
      throw new RevstoreError(repoErrors.RA_ILLEGAL_URL, `URL '${url}' not within a repository`);
    const repository = await locations.open(repositoryPath);
    await using view = await repository.revision();
    if (!(await view.exists(path)))
      throw new RevstoreError(repoErrors.FS_NOT_FOUND, `URL '${url}' does not exist`, { data: { path } });
    found.set(repository, [...(found.get(repository) ?? []), path]);
  }
  return found;
}

async function deletePaths(
  invocation: Invocation<RepoState>,
  repository: Repository,
  paths: readonly string[],
): Promise<void> {
  const actions = new Map<string, TreeAction>();
  for (const path of paths)
    if (!paths.some((other) => path.startsWith(`${other}/`))) actions.set(path, { type: 'delete' });
  const options = revisionOptions(invocation, await commitMessage(invocation));
  await using view = await repository.revision();
  await commitAndReport(invocation, repository, await driveTree(view, '/', actions), options);
}

export default defineSubcommand<RepoState>({
  summary: 'Delete files and directories of a repository.',
  usage: ['delete TARGET...'],
  help: `All go in one revision, directories with all that is in them. Targets in several repositories make a
revision in each.

${commitHelp}`,
  options: ['force', 'targets', 'keep-local', ...commitOptions],
  optionDescriptions: { force: 'accepted and ignored; nothing is ever in the way' },
  async run(invocation) {
    const targets = targetArguments(invocation, false);
    requireTargets(targets, 1);
    checkLogMessage(invocation.state);
    await using locations = new Locations();
    const found = await findTargets(targets.map(unpeggedUrl), locations);
    for (const [repository, paths] of found) await deletePaths(invocation, repository, paths);
  },
});
