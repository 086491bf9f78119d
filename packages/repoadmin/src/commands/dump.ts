import { defineSubcommand, printable, type Invocation } from '@revstore/command-line';
import { openRepository, type DumpEvent } from '@revstore/repository';
import { FileSink } from '../file-sink.js';
import type { RepoadminState } from '../repoadmin-state.js';
import { repositoryArgument } from '../repository-argument.js';
import { resolveRange } from '../revision-range.js';

/** Numbers of Subversion's warnings. */
const warningNumbers = { 'old-reference': 0, 'old-mergeinfo': 1, 'invalid-path': 2 } as const;

function describe(event: DumpEvent): string {
  if (event.type === 'revision') return `* Dumped revision ${event.revision}.\n`;
  const number = warningNumbers[event.warning].toString(16).padStart(4, '0');
  return printable(`WARNING 0x${number}: ${event.message}\n`);
}

async function dump({ state, operands, output, report, signal }: Invocation<RepoadminState>): Promise<void> {
  const path = repositoryArgument(operands);
  const { cacheBytes } = state;
  await using repository = await openRepository(path, cacheBytes === undefined ? {} : { cacheBytes });
  const range = await resolveRange(repository, state.range);
  await using file = state.file === undefined ? undefined : await FileSink.open(state.file);
  output.failurePhrase = "Can't write to stream";
  const blocks = repository.dump({
    ...range,
    incremental: state.incremental,
    ...(state.quiet ? {} : { onEvent: (event) => report.print(describe(event)) }),
    signal,
  });
  for await (const block of blocks) {
    if (file) await file.write(block);
    else {
      output.writeBytes(block);
      await output.ready();
    }
  }
}

export default defineSubcommand<RepoadminState>({
  summary: 'Write revisions as a dump stream.',
  usage: ['dump REPOS_PATH [-r LOWER[:UPPER] [--incremental]]'],
  help: `The stream goes to standard output, and to standard error what is going on. All
revisions are dumped, or those of the range, or the one that is given.

The first revision is told as a whole tree, and those that follow by what they
changed; with --incremental the first one is told by what it changed, too.`,
  options: ['revision', 'incremental', 'quiet', 'memory-cache-size', 'file'],
  optionDescriptions: { file: 'write to file ARG instead of standard output' },
  run: dump,
});
