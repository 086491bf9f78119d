import { defineSubcommand, printable, type Invocation } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { buildRepCache, openRepository, type BuildRepCacheResult } from '@revstore/repository';
import type { RepoadminState } from '../repoadmin-state.js';
import { repositoryArgument } from '../repository-argument.js';
import { resolveRange, type NumberedRange } from '../revision-range.js';

const sharingOff =
  'repoadmin: Warning - this repository has rep-sharing disabled. Building rep-cache has no effect.\n';

async function build(invocation: Invocation<RepoadminState>): Promise<void> {
  const { state, operands, output, report, signal } = invocation;
  const path = repositoryArgument(operands);
  const { cacheBytes } = state;
  let range: NumberedRange | undefined;
  {
    await using repository = await openRepository(path);
    if (state.range) range = await resolveRange(repository, state.range);
  }
  let result: BuildRepCacheResult;
  try {
    result = await buildRepCache(path, {
      ...range,
      ...(cacheBytes === undefined ? {} : { cacheBytes }),
      signal,
      ...(state.quiet
        ? {}
        : { onRevision: (revision) => output.write(`* Processed revision ${revision}.\n`) }),
    });
  } catch (error) {
    if (!(error instanceof RevstoreError) || error.code !== 'FS_REP_SHARING_NOT_ALLOWED') throw error;
    output.write(sharingOff);
    return;
  }
  if (result.oldRowsLost)
    report.print('repoadmin: warning: The old rep-cache.db could not be read; it was made anew\n');
  if (result.indexSkipped !== undefined)
    report.print(
      printable(`repoadmin: warning: Not all is in Revstore's own index: ${result.indexSkipped}\n`),
    );
}

export default defineSubcommand<RepoadminState>({
  summary: 'Add missing entries to the caches of representations.',
  usage: ['build-repcache REPOS_PATH [-r LOWER[:UPPER]]'],
  help: `What revisions LOWER to UPPER store is added to rep-cache.db and to Revstore's own
index, so that later commits share it. Without -r all revisions are read, and with
one revision only that one.`,
  options: ['revision', 'quiet', 'memory-cache-size'],
  run: build,
});
