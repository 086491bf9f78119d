import { commandLineError, defineSubcommand, jsonLine, parseTarget } from '@revstore/command-line';
import { chooseAuthor } from '../author.js';
import { targetsWithoutPeg } from '../change-revision-property.js';
import { Locations } from '../locations.js';
import { lockComment } from '../lock-comment.js';
import { jsonLock } from '../lock-output.js';
import { findLockTargets } from '../lock-targets.js';
import { checkLogMessage } from '../log-message.js';
import type { RepoState } from '../repo-state.js';

export default defineSubcommand<RepoState>({
  summary: 'Lock files of a repository, so that nobody else can commit changes to them.',
  usage: ['lock TARGET...'],
  help: `The locks are those of --username, else of the environment's REPO_USER, else of the user of the system.
A commit to a locked file needs that user and the lock's token.`,
  options: ['targets', 'message', 'file', 'force-log', 'encoding', 'force', 'quiet', 'json'],
  optionDescriptions: {
    message: 'use ARG as the comment of the lock',
    file: "read the comment from file ARG ('-': standard input)",
    'force-log': 'accept a comment that looks like a mistake',
    encoding: 'the comment is in character set ARG',
    force: 'steal locks of others',
    quiet: 'print nothing',
  },
  async run({ state, operands, output, report, signal }) {
    checkLogMessage(state, 'lock comment');
    const targets = targetsWithoutPeg({ state, operands, report }, false).map(
      (text) => parseTarget(text).target,
    );
    if (targets.length === 0) throw commandLineError('CL_INSUFFICIENT_ARGS');
    const comment = lockComment(state);
    await using locations = new Locations();
    const { repository, paths, urlOf } = await findLockTargets(targets, locations);
    const user = chooseAuthor(state.username) || undefined;
    const { results, hookFailure } = await repository.lock(paths, {
      steal: state.force,
      signal,
      ...(user === undefined ? {} : { user }),
      ...(comment === undefined ? {} : { comment }),
    });
    for (const { path, lock, error } of results) {
      const url = urlOf(path);
      if (lock && state.json) output.write(jsonLine({ event: 'locked', path, url, lock: jsonLock(lock) }));
      else if (state.quiet) continue;
      else if (error) report.warn(error);
      else if (lock) output.write(`'${url}' locked by user '${lock.owner}'.\n`);
    }
    if (hookFailure) throw hookFailure;
    if (results.some(({ error }) => error))
      throw commandLineError('ILLEGAL_TARGET', 'One or more locks could not be obtained');
  },
});
