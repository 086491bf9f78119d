import { argumentError, commandLineError, defineSubcommand, jsonLine } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { Locations } from '../locations.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';

function counterLine(count: number, text: string): string {
  // Not toLocaleString: its first use loads the locale data, 17 ms.
  return `${String(count)
    .replace(/\B(?=(\d{3})+$)/g, ',')
    .padStart(15)} ${text}\n`;
}

export default defineSubcommand<RepoState>({
  summary: 'Read a tree in full and throw it away; count and time it.',
  usage: ['bench null-export TARGET[@REV]'],
  help: 'The counters are those of `svnbench null-export`.',
  options: ['revision', 'quiet', 'non-recursive', 'depth', 'json'],
  async run({ state, operands, output, signal }) {
    const [action, target, ...more] = operands;
    if (action === undefined || (action === 'null-export' && target === undefined)) {
      throw commandLineError('CL_INSUFFICIENT_ARGS');
    }
    if (action !== 'null-export')
      throw argumentError(`'${action}' is not a benchmark; there is 'null-export'`);
    if (more.length > 0) throw argumentError();
    await using locations = new Locations();
    const started = performance.now();
    const { repository, view, path, targetUrl } = await locations.find(target!, singleRevision(state));
    if (!(await view.exists(path))) {
      throw new RevstoreError(repoErrors.RA_ILLEGAL_URL, `URL '${targetUrl}' doesn't exist`);
    }
    const counters = await repository.readTree({
      source: path,
      revision: view.revision,
      depth: state.depth ?? 'infinity',
      signal,
    });
    const seconds = (performance.now() - started) / 1000;
    if (state.json) output.write(jsonLine({ ...counters, seconds }));
    else {
      output.write(
        counterLine(counters.directories, 'directories') +
          counterLine(counters.files, 'files') +
          counterLine(counters.bytesInFiles, 'bytes in files') +
          counterLine(counters.properties, 'properties') +
          counterLine(counters.bytesInProperties, 'bytes in properties') +
          `${seconds.toFixed(6).padStart(15)} seconds taken\n`,
      );
    }
  },
});
