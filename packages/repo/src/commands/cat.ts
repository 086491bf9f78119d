import { parseStoredDate } from '@revstore/bytes';
import { commandLineError, defineSubcommand } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { catTranslation, translateChunks, type Translation } from '@revstore/working-files';
import { Locations, targetArguments, type Location } from '../locations.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';

/** How the file's bytes change on their way out: line ends and keywords. */
async function translationOf(
  { view, repository, path, url, rootUrl }: Location,
  ignoreKeywords: boolean,
): Promise<Translation | undefined> {
  const properties = await view.properties(path);
  if (!properties.has('svn:eol-style') && (ignoreKeywords || !properties.has('svn:keywords')))
    return undefined;
  const { createdRevision: revision } = await view.stat(path);
  const revisionProperties = await repository.revisionProperties(revision);
  const stored = revisionProperties.get('svn:date');
  const time = stored && parseStoredDate(Buffer.from(stored).toString());
  if (stored && time === undefined)
    throw new RevstoreError(repoErrors.BAD_DATE, 'Bogus date', { data: { revision } });
  const author = revisionProperties.get('svn:author');
  return catTranslation(
    properties,
    {
      revision,
      url,
      rootUrl,
      ...(time === undefined ? {} : { date: new Date(Math.floor(time / 1000)) }),
      ...(author === undefined ? {} : { author }),
    },
    { ignoreKeywords },
  );
}

/** Errors that concern one target only, and what is said of them at the end. */
const REASONS = new Map<number, string>([
  [repoErrors.FS_NOT_FOUND.svn, "some targets don't exist"],
  [repoErrors.CLIENT_IS_DIRECTORY.svn, 'some targets are directories'],
]);

export default defineSubcommand<RepoState>({
  summary: 'Write the contents of files to standard output.',
  usage: ['cat TARGET[@REV]...'],
  help: `Keywords are expanded and line ends are as the file's svn:eol-style says.`,
  options: ['revision', 'ignore-keywords'],
  async run({ state, operands, output, report, signal }) {
    const targets = targetArguments({ state, operands, report }, false);
    if (targets.length === 0) throw commandLineError('CL_INSUFFICIENT_ARGS');
    await using locations = new Locations();
    const seen = new Set<number>();
    for (const target of targets) {
      signal.throwIfAborted();
      try {
        const location = await locations.find(target, singleRevision(state));
        const { view, path, url } = location;
        if (!(await view.exists(path))) {
          throw new RevstoreError(repoErrors.FS_NOT_FOUND, `'${path}' path not found`, { data: { path } });
        }
        if ((await view.stat(path)).kind === 'dir') {
          throw new RevstoreError(repoErrors.CLIENT_IS_DIRECTORY, `URL '${url}' refers to a directory`);
        }
        const translation = await translationOf(location, state.ignoreKeywords);
        const chunks = view.createReadStream(path, { signal });
        for await (const chunk of translateChunks(chunks, translation)) {
          output.writeBytes(chunk);
          await output.ready();
        }
      } catch (error) {
        if (!(error instanceof RevstoreError) || !REASONS.has(error.svnCode)) throw error;
        report.warn(error);
        seen.add(error.svnCode);
      }
    }
    if (seen.size === 0) return;
    let failure = commandLineError('ILLEGAL_TARGET');
    for (const code of seen) {
      const text = `Could not cat all targets because ${REASONS.get(code)}`;
      failure = commandLineError('ILLEGAL_TARGET', text, failure);
    }
    throw failure;
  },
});
