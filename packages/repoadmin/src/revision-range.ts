import {
  argumentError,
  revisionSpec,
  type RevisionArgument,
  type RevisionRange,
} from '@revstore/command-line';
import type { Repository } from '@revstore/repository';

/** Revisions from the first to the last. */
export interface NumberedRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The revisions that `-r` names: all where it is absent, one where it has one end.
 *
 * @throws RevstoreError CL_ARG_PARSING_ERROR (E205000)
 */
export async function resolveRange(
  repository: Repository,
  range: RevisionRange | undefined,
): Promise<NumberedRange> {
  const youngest = await repository.youngest();
  if (!range) return { start: 0, end: youngest };
  const resolve = async (revision: RevisionArgument): Promise<number> => {
    if (revision.kind === 'working-copy') throw argumentError('Invalid revision specifier');
    const spec = revisionSpec(revision);
    const number = typeof spec === 'number' ? spec : await repository.resolveRevision(spec);
    if (number > youngest)
      throw argumentError(`Revisions must not be greater than the youngest revision (${youngest})`);
    return number;
  };
  const start = await resolve(range.start);
  const end = range.end ? await resolve(range.end) : start;
  if (start > end) throw argumentError('First revision cannot be higher than second');
  return { start, end };
}
