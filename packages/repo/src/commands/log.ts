import {
  argumentError,
  closeTag,
  defineSubcommand,
  isUrl,
  revisionSpec,
  xmlHeader,
  type RevisionArgument,
} from '@revstore/command-line';
import { joinPath, type LogOptions, type Repository } from '@revstore/repository';
import { Locations, targetArguments } from '../locations.js';
import { askedFor, formatJsonEntry, formatTextEntry, formatXmlEntry, LOG_SEPARATOR } from '../log-output.js';
import { matchesSearch } from '../log-search.js';
import type { RepoState } from '../repo-state.js';

function checkOptions(state: RepoState): void {
  if (state.xml || state.json) return;
  if (state.withAllRevisionProperties)
    throw argumentError("'with-all-revprops' option only valid in XML mode");
  if (state.withNoRevisionProperties) throw argumentError("'with-no-revprops' option only valid in XML mode");
  if (state.revisionProperties !== undefined)
    throw argumentError("'with-revprop' option only valid in XML mode");
}

/** Revision properties that the entries need; undefined stands for all. */
function wantedProperties(state: RepoState): string[] | undefined {
  const standard = ['svn:author', 'svn:date', ...(state.quiet ? [] : ['svn:log'])];
  if (!state.xml && !state.json) return standard;
  if (state.withAllRevisionProperties) return undefined;
  if (state.withNoRevisionProperties) return [];
  if (state.revisionProperties === undefined) return standard;
  for (const value of state.revisionProperties.values()) {
    if (value.length > 0) throw argumentError("cannot assign with 'with-revprop' option (drop the '=')");
  }
  return [...state.revisionProperties.keys()];
}

interface NumberRange {
  readonly start: number;
  readonly end: number;
}

/** The ranges in numbers; without any, from the peg down to 0. */
async function numberRanges(
  repository: Repository,
  state: RepoState,
  pegRevision: number,
): Promise<NumberRange[]> {
  const resolve = (revision: RevisionArgument): Promise<number> =>
    repository.resolveRevision(revisionSpec(revision));
  if (state.ranges.length === 0) return [{ start: pegRevision, end: 0 }];
  const ranges: NumberRange[] = [];
  for (const range of state.ranges) {
    const start = await resolve(range.start);
    ranges.push({ start, end: range.end === undefined ? start : await resolve(range.end) });
  }
  if (!state.usedChange) return ranges;
  // A change is the younger end of its range; `log` shows only that.
  return ranges.map(({ start, end }) => (start < end ? { start: start + 1, end } : { start, end: end + 1 }));
}

export default defineSubcommand<RepoState>({
  summary: 'Show the log messages of revisions.',
  usage: ['log TARGET[@REV] [PATH...]'],
  help: `Shows the revisions in which the target changed, the youngest first, or those of -r and -c in their
order. Paths behind the target are relative to it. With --verbose, the changed paths are listed: A for
added, D deleted, M modified, R replaced. With --search, only revisions are shown whose author, date,
message or (with --verbose) paths contain the pattern.`,
  options: [
    'revision',
    'change',
    'quiet',
    'verbose',
    'limit',
    'stop-on-copy',
    'targets',
    'xml',
    'json',
    'incremental',
    'with-all-revprops',
    'with-no-revprops',
    'with-revprop',
    'search',
    'search-and',
  ],
  optionDescriptions: { 'with-revprop': 'show revision property ARG' },
  async run({ state, operands, output, report, signal }) {
    checkOptions(state);
    const [target, ...relative] = targetArguments({ state, operands, report }, true) as [string, ...string[]];
    for (const path of relative) {
      if (!isUrl(path) && !path.startsWith('/')) continue;
      throw argumentError(
        `Only relative paths can be specified after a URL for 'svn log', but '${path}' is not a relative path`,
      );
    }
    const format = state.xml ? formatXmlEntry : state.json ? formatJsonEntry : formatTextEntry;
    if (state.xml && !state.incremental) output.write(xmlHeader('log'));
    const revisionProperties = wantedProperties(state);
    await using locations = new Locations();
    const { repository, revision: peg, path } = await locations.find(target);
    const ranges = await numberRanges(repository, state, peg);
    const youngest = Math.max(...ranges.flatMap(({ start, end }) => [start, end]));
    const youngestPath = youngest === peg ? path : await repository.locate(path, peg, youngest);
    let left = state.limit ?? Infinity;
    for (const { start, end } of ranges) {
      if (left <= 0) break;
      signal.throwIfAborted();
      const younger = Math.max(start, end);
      const base =
        younger === youngest ? youngestPath : await repository.locate(youngestPath, youngest, younger);
      const options: LogOptions = {
        paths: relative.length === 0 ? [base] : relative.map((name) => joinPath(base, name)),
        pegRevision: younger,
        start,
        end,
        changedPaths: state.verbose,
        stopOnCopy: state.stopOnCopy,
        signal,
        ...(left === Infinity ? {} : { limit: left }),
        ...(revisionProperties === undefined ? {} : { revisionProperties }),
      };
      for await (const whole of repository.log(options)) {
        const entry = askedFor(whole);
        left--;
        // Revision 0 is shown only where somebody gave it a message.
        if (entry.revision === 0 && entry.message === undefined) continue;
        if (state.search.length > 0 && !matchesSearch(entry, state.search)) continue;
        output.write(format(entry, state.quiet));
        await output.ready();
      }
    }
    if (state.incremental || state.json) return;
    output.write(state.xml ? closeTag('log') : LOG_SEPARATOR);
  },
});
