import { statSync } from 'node:fs';
import { commandLineError } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { repoErrors } from './repo-errors.js';
import type { RepoState } from './repo-state.js';
import { translatedText } from './translated-text.js';

const END_MARK = '--This line, and those below, will be ignored--';

/** @throws RevstoreError `Error normalizing log message to internal format` with its cause. */
function normalized(bytes: Uint8Array, encoding: string | undefined): string {
  try {
    return translatedText(bytes, encoding);
  } catch (cause) {
    if (!(cause instanceof RevstoreError)) throw cause;
    const row = { code: cause.code, kind: cause.kind, svn: cause.svnCode };
    throw new RevstoreError(row, 'Error normalizing log message to internal format', {
      data: cause.data,
      cause,
    });
  }
}

/** Takes away what stands behind a line that starts with the mark of the editor's template. */
function cutAtMark(text: string): string {
  const at = text.startsWith(END_MARK) ? 0 : text.indexOf(`\n${END_MARK}`) + 1;
  return at > 0 || text.startsWith(END_MARK) ? text.slice(0, at) : text;
}

/** A message that cannot be a path, being too long for one, names no file either. */
function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Guards against a file's name given as the message.
 *
 * @param what the message is.
 * @throws RevstoreError CL_LOG_MESSAGE_IS_PATHNAME (E205005).
 */
export function checkLogMessage(
  state: RepoState,
  what: 'log message' | 'lock comment' = 'log message',
): void {
  if (state.forceLog || state.message === undefined || state.message.includes('\0')) return;
  if (!exists(state.message)) return;
  throw new RevstoreError(
    repoErrors.CL_LOG_MESSAGE_IS_PATHNAME,
    `The ${what} is a pathname (was -F intended?); use '--force-log' to override`,
    { data: { path: state.message } },
  );
}

/**
 * The log message of `-m` or `-F` as it is stored: UTF-8 with LF.
 *
 * @param defaultEncoding of the configuration, where `--encoding` is not given.
 * @throws RevstoreError CL_INSUFFICIENT_ARGS (E205001) without a message: nothing here opens an editor.
 */
export function logMessage(state: RepoState, defaultEncoding?: string): string {
  const bytes =
    state.messageFile?.contents ?? (state.message === undefined ? undefined : Buffer.from(state.message));
  if (bytes === undefined) {
    throw commandLineError(
      'CL_INSUFFICIENT_ARGS',
      'Cannot invoke editor to get log message when non-interactive',
    );
  }
  if (bytes.includes(0)) {
    throw new RevstoreError(repoErrors.CL_BAD_LOG_MESSAGE, 'Log message contains a zero byte');
  }
  return cutAtMark(normalized(bytes, state.encoding ?? defaultEncoding));
}
