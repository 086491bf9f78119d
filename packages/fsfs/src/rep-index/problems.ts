import { defineErrorCodes, RevstoreError } from '@revstore/errors';

/** Why the index could not be used. */
export type RepIndexReason =
  /** Another process, or another handle of this one, has it open, and it took too long. */
  | 'busy'
  /** This user may not open or write its files, or the file system is read-only. */
  | 'denied'
  /** No space is left for it. */
  | 'full'
  /** Its files were damaged; they have been removed, so that the next one to open it begins anew. */
  | 'damaged'
  /** LevelDB cannot be loaded on this system. */
  | 'unavailable'
  /** Any other failure. */
  | 'failed';

/** What a report can say about it. */
export interface RepIndexProblem {
  readonly reason: RepIndexReason;
  readonly message: string;
}

const errors = defineErrorCodes({
  /** The index of representations can't be used any more; no harm to the store. SVN_ERR_FS_GENERAL. */
  REP_INDEX_UNUSABLE: ['io', 160000],
});

/** A failure of an open index, with its {@link RepIndexReason} in `data.reason`. */
export function indexFailure({ reason, message }: RepIndexProblem, cause?: unknown): RevstoreError {
  return new RevstoreError(errors.REP_INDEX_UNUSABLE, `Can't use the index of representations: ${message}`, {
    data: { reason },
    cause,
  });
}

/** The problem in an error that the index threw; `undefined` for any other error. */
export function problemOf(error: unknown): RepIndexProblem | undefined {
  if (!(error instanceof RevstoreError) || error.code !== errors.REP_INDEX_UNUSABLE.code) return undefined;
  return { reason: error.data['reason'] as RepIndexReason, message: error.message };
}

const phrases: readonly (readonly [RegExp, RepIndexReason])[] = [
  [/Permission denied|Operation not permitted|Read-only file system|\b(?:EACCES|EPERM|EROFS)\b/, 'denied'],
  [/No space left|Disk quota exceeded|File too large|\b(?:ENOSPC|EDQUOT|EFBIG)\b/, 'full'],
  [/Too many open files|Cannot allocate memory|\b(?:EMFILE|ENFILE|ENOMEM)\b/, 'failed'],
];

/**
 * What a failure of LevelDB or of the file system means. LevelDB tells the system's errors by their text only, and what it
 * can't read it mostly calls an I/O error, so whatever is nothing else counts as damage.
 *
 * @throws the error itself where it is neither's.
 */
export function classify(error: unknown): RepIndexProblem {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  const { message, code } = inner as { message?: unknown; code?: unknown };
  if (typeof message !== 'string' || typeof code !== 'string' || code.startsWith('ERR_')) throw error;
  if (code === 'LEVEL_LOCKED') return { reason: 'busy', message };
  const reason = phrases.find(([phrase]) => phrase.test(`${message} ${code}`))?.[1];
  return { reason: reason ?? 'damaged', message };
}
