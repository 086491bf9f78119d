import {
  argumentError,
  closeTag,
  commandLineError,
  defineSubcommand,
  openTag,
  parseTarget,
  revisionSpec,
  xmlHeader,
  type RevisionArgument,
} from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { parseDiffOptions, resolveTarget, type LineDiffOptions } from '@revstore/repository';
import { BlamePrinter, formatJsonBlame, formatXmlBlame, type BlameColumns } from '../blame-output.js';
import { Locations, targetArguments } from '../locations.js';
import { repoErrors } from '../repo-errors.js';
import type { RepoState } from '../repo-state.js';
import { extensionWords } from '../text-comparison.js';

const FIRST: RevisionArgument = { kind: 'number', number: 1 };

/** First and last revision; the last one is absent where the target's peg stands in. */
function blameRange(state: RepoState): { start: RevisionArgument; end?: RevisionArgument } {
  const range = state.ranges[0];
  if (range === undefined) return { start: FIRST };
  return range.end === undefined
    ? { start: FIRST, end: range.start }
    : { start: range.start, end: range.end };
}

/** Characters that revisions up to `youngest` take; at least 6. */
function revisionWidth(youngest: number): number {
  return Math.max(6, String(youngest).length);
}

export default defineSubcommand<RepoState>({
  summary: 'Show the author and revision of each line of a file.',
  usage: ['blame [-r M:N] TARGET[@REV]...'],
  help: `Each line is shown with the revision that last changed it. With -r N alone, the lines are those of N. Lines
older than M are shown without a revision. Where M is younger than N, the lines are those of N, each with
the revision that changed it next.`,
  options: ['revision', 'verbose', 'use-merge-history', 'incremental', 'xml', 'json', 'extensions', 'force'],
  optionDescriptions: { force: 'look into binary files, too' },
  async run({ state, operands, output, report, signal }) {
    const { xml, json, verbose, incremental, mergeHistory: merged, force: forceText } = state;
    const targets = targetArguments({ state, operands, report }, false);
    if (targets.length === 0) throw commandLineError('CL_INSUFFICIENT_ARGS');
    const { start, end } = blameRange(state);
    const { ignoreSpace, ignoreEolStyle }: LineDiffOptions = parseDiffOptions(
      extensionWords(state.diff.extensions ?? ''),
    );
    if (xml) {
      if (verbose) throw argumentError("'verbose' option invalid in XML mode");
      if (!incremental) output.write(xmlHeader('blame'));
    } else if (incremental) throw argumentError("'incremental' option only valid in XML mode");
    await using locations = new Locations();
    let columns: BlameColumns | undefined;
    let missing = false;
    for (const text of targets) {
      signal.throwIfAborted();
      try {
        const { target, peg } = parseTarget(text);
        const { repositoryPath, path, url } = await resolveTarget(target === '' ? '.' : target);
        const repository = await locations.open(repositoryPath);
        const head: RevisionArgument = { kind: 'head' };
        const pegRevision = await repository.resolveRevision(revisionSpec(peg ?? head));
        const first = await repository.resolveRevision(revisionSpec(start));
        const last = await repository.resolveRevision(revisionSpec(end ?? peg ?? head));
        columns ??= { width: revisionWidth(Math.max(first, last)), verbose };
        const printer = new BlamePrinter(output, columns, merged);
        const lines = repository.blame({
          path,
          pegRevision,
          start: first,
          end: last,
          merged,
          forceText,
          lines: {
            ...(ignoreSpace === undefined ? {} : { ignoreSpace }),
            ...(ignoreEolStyle === undefined ? {} : { ignoreEolStyle }),
          },
          signal,
        });
        // A target that is left out has no element.
        let opening = xml ? openTag('target', { path: url }) : '';
        for await (const line of lines) {
          if (xml) output.write(opening + formatXmlBlame(line));
          else if (json) output.write(formatJsonBlame(line));
          else printer.print(line);
          opening = '';
          await output.ready();
        }
        printer.push();
        if (xml) output.write(opening + closeTag('target'));
      } catch (error) {
        if (!(error instanceof RevstoreError)) throw error;
        if (error.svnCode === repoErrors.CLIENT_IS_BINARY_FILE.svn)
          report.print(`Skipping binary file (use --force to treat as text): '${text}'\n`);
        else if (
          error.svnCode === repoErrors.FS_NOT_FILE.svn ||
          error.svnCode === repoErrors.FS_NOT_FOUND.svn
        ) {
          report.warn(error);
          missing = true;
        } else throw error;
      }
    }
    if (xml && !incremental) output.write(closeTag('blame'));
    if (missing)
      throw commandLineError(
        'ILLEGAL_TARGET',
        "Could not perform blame on all targets because some targets don't exist",
      );
  },
});
