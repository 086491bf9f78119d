import {
  argumentError,
  defineSubcommand,
  printable,
  type Invocation,
  type RevisionArgument,
  type RevisionRange,
} from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { openRepository, type LoadEvent } from '@revstore/repository';
import { readFileBlocks, readStandardInput } from '../file-source.js';
import { repoadminErrors } from '../repoadmin-errors.js';
import type { RepoadminState } from '../repoadmin-state.js';
import { repositoryArgument } from '../repository-argument.js';

function describe(event: LoadEvent): string {
  switch (event.type) {
    case 'revision-start':
      return `<<< Started new transaction, based on original revision ${event.revision}\n`;
    case 'revision-skip':
      return `<<< Skipped original revision ${event.revision}\n`;
    case 'node-start':
      return printable(`     * editing path : ${event.path} ...`);
    case 'node-copied':
      return 'COPIED...';
    case 'mergeinfo-normalized':
      return " removing '\\r' from svn:mergeinfo ...";
    case 'node-end':
      return ' done.\n';
    case 'revision-end':
      return event.committed === event.revision
        ? `\n------- Committed revision ${event.committed} >>>\n\n`
        : `\n------- Committed new rev ${event.committed} (loaded from original rev ${event.revision}) >>>\n\n`;
    case 'warning':
      return `WARNING 0x0005: ${event.message}\n`;
  }
}

/** The revisions of the stream that `-r` names; they may be others than those of the repository. */
function streamRange(range: RevisionRange | undefined): { start: number; end: number } | undefined {
  if (!range) return undefined;
  const number = (revision: RevisionArgument): number => {
    if (revision.kind !== 'number') throw argumentError('Non-numeric revision specified');
    return revision.number;
  };
  const start = number(range.start);
  const end = range.end ? number(range.end) : start;
  if (start > end) throw argumentError('First revision cannot be higher than second');
  return { start, end };
}

/** Whether an error or one of its causes has a code. */
function hasCause(error: unknown, svnCode: number): boolean {
  for (let link = error; link instanceof RevstoreError; link = link.cause)
    if (link.svnCode === svnCode) return true;
  return false;
}

/** An error about a property with advice on top. */
function withAdvice(error: unknown): unknown {
  const { BAD_PROPERTY_VALUE, BAD_PROPERTY_VALUE_EOL } = repoadminErrors;
  if (!(error instanceof RevstoreError)) return error;
  const advice = hasCause(error, BAD_PROPERTY_VALUE_EOL.svn)
    ? 'A property with invalid line ending found in dumpstream; consider using --normalize-props while loading.'
    : error.svnCode === BAD_PROPERTY_VALUE.svn
      ? 'Invalid property value found in dumpstream; consider repairing the source or using --bypass-prop-validation while loading.'
      : undefined;
  return advice === undefined ? error : new RevstoreError(BAD_PROPERTY_VALUE, advice, { cause: error });
}

async function load({ state, operands, output, signal }: Invocation<RepoadminState>): Promise<void> {
  const path = repositoryArgument(operands);
  const range = streamRange(state.range);
  const { cacheBytes, uuid, parentDirectory } = state;
  await using repository = await openRepository(path, {
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
    flushToDisk: !state.noFlushToDisk,
  });
  const stream = state.file === undefined ? readStandardInput(signal) : readFileBlocks(state.file);
  try {
    await repository.load(stream, {
      ...(range ? { range } : {}),
      ...(uuid ? { uuid } : {}),
      ...(parentDirectory === undefined ? {} : { parentDirectory }),
      ignoreDates: state.ignoreDates,
      bypassPropertyValidation: state.bypassPropertyValidation,
      normalizeProperties: state.normalizeProperties,
      usePreCommitHook: state.usePreCommitHook,
      usePostCommitHook: state.usePostCommitHook,
      ...(state.quiet ? {} : { onEvent: (event) => output.write(describe(event)) }),
      signal,
    });
  } catch (error) {
    throw withAdvice(error);
  }
}

export default defineSubcommand<RepoadminState>({
  summary: 'Commit the revisions of a dump stream.',
  usage: ['load REPOS_PATH'],
  help: `The stream comes from standard input. A repository without revisions takes its UUID.

Of what a load has committed nothing is taken back when it fails. With --revision only
those revisions of the stream are committed that have these numbers there.`,
  options: [
    'quiet',
    'revision',
    'ignore-uuid',
    'force-uuid',
    'ignore-dates',
    'use-pre-commit-hook',
    'use-post-commit-hook',
    'parent-dir',
    'normalize-props',
    'bypass-prop-validation',
    'memory-cache-size',
    'no-flush-to-disk',
    'file',
  ],
  optionDescriptions: { file: 'read from file ARG instead of standard input' },
  run: load,
});
