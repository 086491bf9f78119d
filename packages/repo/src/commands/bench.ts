import { argumentError, commandLineError, defineSubcommand, jsonLine } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { Locations } from '../locations.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';

/** Properties that a client is sent with every node besides the stored ones: revision, date, author, repository. */
const ENTRY_PROPERTIES = ['svn:date', 'svn:author'] as const;

interface Counters {
  directories: number;
  files: number;
  fileBytes: number;
  properties: number;
  propertyBytes: number;
}

function counterLine(count: number, text: string): string {
  return `${count.toLocaleString('en-US').padStart(15)} ${text}\n`;
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
    const counters: Counters = { directories: 0, files: 0, fileBytes: 0, properties: 0, propertyBytes: 0 };
    const entryBytes = new Map<number, { count: number; bytes: number }>();
    for await (const entry of view.list(path, { depth: state.depth ?? 'infinity', signal })) {
      const isFile = entry.kind === 'file';
      if (!isFile) counters.directories++;
      else {
        counters.files++;
        for await (const chunk of view.createReadStream(entry.path, { signal }))
          counters.fileBytes += chunk.length;
      }
      const properties = await view.properties(entry.path);
      counters.properties += properties.size;
      // Of directories svnbench counts the properties, not their bytes.
      if (isFile) for (const value of properties.values()) counters.propertyBytes += value.length;
      let extra = entryBytes.get(entry.createdRevision);
      if (extra === undefined) {
        const revisionProperties = await repository.revisionProperties(entry.createdRevision);
        const values = ENTRY_PROPERTIES.flatMap((name) => revisionProperties.get(name) ?? []);
        const bytes = values.reduce((sum, value) => sum + value.length, 0);
        // The revision's number and the UUID come along.
        extra = {
          count: values.length + 2,
          bytes: bytes + String(entry.createdRevision).length + repository.uuid.length,
        };
        entryBytes.set(entry.createdRevision, extra);
      }
      counters.properties += extra.count;
      if (isFile) counters.propertyBytes += extra.bytes;
    }
    const seconds = (performance.now() - started) / 1000;
    if (state.json) output.write(jsonLine({ ...counters, seconds }));
    else {
      output.write(
        counterLine(counters.directories, 'directories') +
          counterLine(counters.files, 'files') +
          counterLine(counters.fileBytes, 'bytes in files') +
          counterLine(counters.properties, 'properties') +
          counterLine(counters.propertyBytes, 'bytes in properties') +
          `${seconds.toFixed(6).padStart(15)} seconds taken\n`,
      );
    }
  },
});
