import { statSync } from 'node:fs';
import { commandLineError } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { invalidUtf8, workingFileErrors } from '@revstore/working-files';
import { repoErrors } from './repo-errors.js';
import type { RepoState } from './repo-state.js';

const END_MARK = '--This line, and those below, will be ignored--';

const NOT_NORMAL = 'Error normalizing log message to internal format';

function notNormal(cause: RevstoreError): RevstoreError {
  const row = { code: cause.code, kind: cause.kind, svn: cause.svnCode };
  return new RevstoreError(row, NOT_NORMAL, { data: cause.data, cause });
}

function decode(bytes: Uint8Array, encoding: string | undefined): string {
  let label = encoding ?? 'utf-8';
  try {
    new TextDecoder(label);
  } catch {
    // svn takes a message in an unknown character set as it is.
    label = 'utf-8';
  }
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notNormal(invalidUtf8(bytes));
  }
}

/** Line ends become LF. @throws RevstoreError IO_INCONSISTENT_EOL (E135000) where they are mixed. */
function normalizeLineEnds(text: string): string {
  const ends = new Set(text.match(/\r\n|\n|\r/g));
  if (ends.size > 1) {
    const { IO_INCONSISTENT_EOL } = workingFileErrors;
    throw notNormal(new RevstoreError(IO_INCONSISTENT_EOL, 'Inconsistent line ending style'));
  }
  return text.replaceAll(/\r\n?/g, '\n');
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
 * @throws RevstoreError CL_LOG_MESSAGE_IS_PATHNAME (E205005).
 */
export function checkLogMessage(state: RepoState): void {
  if (state.forceLog || state.message === undefined || state.message.includes('\0')) return;
  if (!exists(state.message)) return;
  throw new RevstoreError(
    repoErrors.CL_LOG_MESSAGE_IS_PATHNAME,
    "The log message is a pathname (was -F intended?); use '--force-log' to override",
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
  return cutAtMark(normalizeLineEnds(decode(bytes, state.encoding ?? defaultEncoding)));
}
