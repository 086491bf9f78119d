import { RevstoreError } from '@revstore/errors';
import { repoErrors } from './repo-errors.js';
import type { RepoState } from './repo-state.js';
import { translatedText } from './translated-text.js';

/**
 * The comment of a lock, of `-m` or `-F`, as it is stored: UTF-8 with LF; `undefined` where none is given.
 *
 * @throws RevstoreError CL_BAD_LOG_MESSAGE (E205008) for a zero byte; as {@link translatedText}.
 */
export function lockComment(state: RepoState): string | undefined {
  const bytes =
    state.messageFile?.contents ?? (state.message === undefined ? undefined : Buffer.from(state.message));
  if (bytes === undefined) return undefined;
  if (bytes.includes(0)) {
    throw new RevstoreError(repoErrors.CL_BAD_LOG_MESSAGE, 'Lock comment contains a zero byte');
  }
  return translatedText(bytes, state.encoding);
}
