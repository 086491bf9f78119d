import { commandLineError, defineSubcommand } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { joinPath, resolveTarget } from '@revstore/repository';
import { Locations, targetArguments } from '../locations.js';
import { checkLogMessage } from '../log-message.js';
import { repoErrors } from '../repo-errors.js';
import type { RepoState } from '../repo-state.js';
import { commonUrl, parentUrl, pathBelow, unpeggedUrl, urlName } from '../target-urls.js';
import { driveTree, type TreeAction } from '../tree-drive.js';
import {
  commitAndReport,
  commitHelp,
  commitMessage,
  commitOptions,
  requireTargets,
  revisionOptions,
} from '../url-commit.js';

/** URLs with those of their parents that are not there. */
async function withParents(urls: readonly string[], locations: Locations): Promise<string[]> {
  const { repositoryPath, rootUrl } = await resolveTarget(urls[0]!);
  const view = await (await locations.open(repositoryPath)).revision();
  const all = [...urls];
  for (const given of urls) {
    for (let url = parentUrl(given); ; url = parentUrl(url)) {
      const path = pathBelow(rootUrl, url);
      if (path === undefined)
        throw new RevstoreError(
          repoErrors.RA_ILLEGAL_URL,
          `'${url}' isn't in the same repository as '${rootUrl}'`,
        );
      if (await view.exists(`/${path}`)) break;
      all.push(url);
    }
  }
  return all;
}

/** The URL at which the commit begins: above all that is made. */
function anchorOf(urls: readonly string[]): string {
  const common = commonUrl(urls);
  const anchor = urls.includes(common) ? parentUrl(common) : common;
  if (common !== '' && urlName(common) === '' && anchor === common)
    throw commandLineError('ILLEGAL_TARGET', `There is no valid URI above '${common}'`);
  return anchor;
}

export default defineSubcommand<RepoState>({
  summary: 'Create directories in a repository.',
  usage: ['mkdir TARGET...'],
  help: `All are made in one revision. Without --parents the directories above must be there.

${commitHelp}`,
  options: ['parents', ...commitOptions],
  async run(invocation) {
    const targets = targetArguments(invocation, false);
    requireTargets(targets, 1);
    checkLogMessage(invocation.state);
    const { parents } = invocation.state.edit;
    await using locations = new Locations();
    let urls = targets.map(unpeggedUrl);
    if (parents) urls = await withParents(urls, locations);
    const anchor = anchorOf(urls);
    const options = revisionOptions(invocation, await commitMessage(invocation));
    if (anchor === '') throw new RevstoreError(repoErrors.RA_ILLEGAL_URL, "Illegal repository URL ''");
    const { repositoryPath, path: top } = await resolveTarget(anchor);
    const repository = await locations.open(repositoryPath);
    const actions = new Map<string, TreeAction>(
      urls.map((url) => [joinPath(top, pathBelow(anchor, url)!), { type: 'make-directory' }]),
    );
    try {
      await using view = await repository.revision();
      await commitAndReport(invocation, repository, await driveTree(view, top, actions), options);
    } catch (error) {
      throw parents ? error : withAdvice(error);
    }
  },
});

/** Points to `--parents` where a directory is missing. */
function withAdvice(error: unknown): unknown {
  if (!(error instanceof RevstoreError)) return error;
  const { FS_NOT_DIRECTORY, FS_NOT_FOUND } = repoErrors;
  const row = [FS_NOT_DIRECTORY, FS_NOT_FOUND].find(({ svn }) => svn === error.svnCode);
  return row === undefined
    ? error
    : new RevstoreError(row, "Try 'repo mkdir --parents' instead?", { data: error.data, cause: error });
}
