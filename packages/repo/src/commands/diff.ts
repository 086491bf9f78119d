import {
  argumentError,
  closeTag,
  commandLineError,
  defineSubcommand,
  isUrl,
  openTag,
  parseTarget,
  xmlHeader,
  type Output,
  type RevisionArgument,
} from '@revstore/command-line';
import { DiffFormatter, parentPath, type DiffFormat } from '@revstore/repository';
import { formatJsonDifference, formatSummary, formatXmlSummary } from '../diff-output.js';
import { pathPrefix, sameTarget, twoTargets, type DiffTargets } from '../diff-targets.js';
import { Locations, targetArguments } from '../locations.js';
import type { RepoState } from '../repo-state.js';
import { readTextComparison } from '../text-comparison.js';

const HEAD: RevisionArgument = { kind: 'head' };

/** Checks what goes with `--summarize`, in svn's order. */
function checkSummarize({ diff, force }: RepoState): void {
  const given: readonly (readonly [string, boolean])[] = [
    ['--git', diff.git],
    ['--patch-compatible', diff.patchCompatible],
    ['--show-copies-as-adds', diff.showCopiesAsAdds],
    ['--internal-diff', diff.internal],
    ['--diff-cmd', diff.command !== undefined],
    ['--no-diff-added', diff.noAdded],
    ['--no-diff-deleted', diff.noDeleted],
    ['--force', force],
  ];
  const wrong = given.find(([, isGiven]) => isGiven);
  if (wrong !== undefined) throw argumentError(`'${wrong[0]}' not valid with '--summarize' option`);
}

/** Finds what is compared, one pair of trees after the other. */
async function* findTargets(
  state: RepoState,
  targets: readonly string[],
  locations: Locations,
): AsyncGenerator<DiffTargets> {
  const { oldTarget, newTarget } = state.diff;
  const range = state.ranges[0];
  if (oldTarget !== undefined || (newTarget === undefined && range === undefined && targets.length === 2)) {
    const shorthand = oldTarget === undefined;
    const older = parseTarget(shorthand ? targets[0]! : oldTarget);
    const newer = parseTarget(shorthand ? targets[1]! : (newTarget ?? oldTarget));
    const places = [
      { target: older.target, revision: older.peg ?? range?.start ?? HEAD },
      { target: newer.target, revision: newer.peg ?? range?.end ?? HEAD },
    ] as const;
    for (const below of shorthand || targets.length === 0 ? [''] : targets) {
      if (isUrl(below)) throw argumentError(`Path '${below}' not relative to base URLs`);
      yield await twoTargets(locations, ...places, below.replace(/\/+$/, ''));
    }
    return;
  }
  if (newTarget !== undefined) throw argumentError("'--new' option only valid with '--old' option");
  for (const target of targets.length === 0 ? [''] : targets) {
    if (range === undefined)
      throw commandLineError('CLIENT_BAD_REVISION', 'Not all required revisions are specified');
    yield await sameTarget(locations, target, range.start, range.end ?? HEAD);
  }
}

/** Compares one pair of trees and prints what differs. */
async function printDifferences(
  targets: DiffTargets,
  state: RepoState,
  textFormat: DiffFormat,
  output: Output,
  signal: AbortSignal,
): Promise<void> {
  const { diff, depth, json, xml } = state;
  const { from, to, repository, givenUrl: url } = targets;
  const differences = repository.diff({
    from,
    to,
    noticeAncestry: diff.noticeAncestry || diff.showCopiesAsAdds || diff.patchCompatible || diff.git,
    signal,
    ...(depth === undefined ? {} : { depth }),
  });
  const anchor = from.path === '/' || to.path === '/' ? from.path : parentPath(from.path);
  const formatter = new DiffFormatter({
    ...textFormat,
    urls: { from: from.url, to: to.url },
    prefix: pathPrefix(targets),
    ...(diff.git ? { git: { root: anchor.slice(1) } } : {}),
  });
  const summary = { url, ignoreProperties: diff.ignoreProperties };
  for await (const difference of differences) {
    if (diff.summarize) {
      output.write(
        json
          ? formatJsonDifference(difference)
          : xml
            ? formatXmlSummary(difference, summary)
            : formatSummary(difference, summary),
      );
    } else {
      const pieces: Uint8Array[] = [];
      for await (const piece of formatter.format(difference)) {
        if (json) pieces.push(piece);
        else output.writeBytes(piece);
      }
      if (json) output.write(formatJsonDifference(difference, Buffer.concat(pieces)));
    }
    await output.ready();
  }
}

export default defineSubcommand<RepoState>({
  summary: 'Show what two revisions or paths have differently.',
  usage: [
    'diff -r N[:M] TARGET[@REV]...',
    'diff -c M TARGET[@REV]...',
    'diff OLD[@REV] NEW[@REV]',
    'diff [-r N[:M]] --old=OLD[@REV] [--new=NEW[@REV]] [PATH...]',
  ],
  help: `The first two forms compare a target with itself at another time, M being HEAD where it is not given, and
follow its history. The other two compare any two targets of a repository; paths are relative to both.`,
  options: [
    'revision',
    'change',
    'old',
    'new',
    'non-recursive',
    'depth',
    'diff-cmd',
    'internal-diff',
    'extensions',
    'no-diff-added',
    'no-diff-deleted',
    'ignore-properties',
    'properties-only',
    'show-copies-as-adds',
    'notice-ancestry',
    'summarize',
    'force',
    'xml',
    'json',
    'git',
    'patch-compatible',
    'targets',
  ],
  optionDescriptions: { force: 'compare binary files as text' },
  async run({ state, operands, output, report, signal }) {
    const { diff, xml } = state;
    if (xml) {
      if (!diff.summarize) throw argumentError("'--xml' option only valid with '--summarize' option");
      output.write(xmlHeader('diff') + openTag('paths'));
    }
    if (diff.summarize) checkSummarize(state);
    const operandTargets = targetArguments({ state, operands, report }, false);
    const ignoreProperties = diff.ignoreProperties || diff.patchCompatible;
    const { noAdded, noDeleted, propertiesOnly } = diff;
    let format: DiffFormat | undefined;
    await using locations = new Locations();
    for await (const targets of findTargets(state, operandTargets, locations)) {
      signal.throwIfAborted();
      if (!diff.summarize && ignoreProperties && propertiesOnly) {
        throw commandLineError(
          'INCORRECT_PARAMS',
          'Cannot ignore properties and show only properties at the same time',
        );
      }
      format ??= diff.summarize
        ? {}
        : {
            ...(await readTextComparison(state, report, signal)),
            noAdded,
            noDeleted,
            ignoreProperties,
            propertiesOnly,
          };
      await printDifferences(targets, state, format, output, signal);
    }
    if (xml) output.write(closeTag('paths') + closeTag('diff'));
  },
});
