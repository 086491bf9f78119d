import { readFileSync } from 'node:fs';
import { argumentError, commandLineError, defineSubcommand, jsonLine } from '@revstore/command-line';
import { systemError } from '@revstore/errors';
import { openRepository } from '@revstore/repository';
import { jsonLock } from '../lock-block.js';
import type { RepoadminState } from '../repoadmin-state.js';

/** What the file with a comment says up to its first NUL; bytes that are not UTF-8 become what no lock can have. */
function readComment(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw systemError(error, `Can't open file '${file}'`, { path: file });
  }
  const end = bytes.indexOf(0);
  const text = bytes.subarray(0, end < 0 ? bytes.length : end);
  return Buffer.from(text.toString()).equals(text) ? text.toString() : '\ud800';
}

export default defineSubcommand<RepoadminState>({
  summary: 'Lock a file of a repository.',
  usage: ['lock REPOS_PATH PATH USERNAME COMMENT-FILE [TOKEN]'],
  help: `The file is locked for USERNAME, with the comment that COMMENT-FILE holds and the token TOKEN,
'opaquelocktoken:' and more, or a new one. The hooks pre-lock and post-lock are run.`,
  options: ['bypass-hooks', 'quiet', 'json'],
  async run({ state, operands, output, signal }) {
    const [repositoryPath, path, user, commentFile, token, ...more] = operands;
    if (commentFile === undefined) throw commandLineError('CL_INSUFFICIENT_ARGS', 'Not enough arguments');
    if (more.length > 0) throw argumentError('Too many arguments');
    await using repository = await openRepository(repositoryPath!);
    const run = !state.bypassHooks;
    const { results, hookFailure } = await repository.lock(
      [{ path: path!, ...(token === undefined ? {} : { token }) }],
      { user: user!, comment: readComment(commentFile), hooks: { pre: run, post: run }, signal },
    );
    const { lock, error } = results[0]!;
    if (error) throw error;
    if (hookFailure) throw hookFailure;
    if (state.json) output.write(jsonLine({ event: 'locked', ...jsonLock(lock!) }));
    else if (!state.quiet) output.write(`'${lock!.path}' locked by user '${lock!.owner}'.\n`);
  },
});
