import {
  argumentError,
  closeTag,
  commandLineError,
  defineSubcommand,
  similarWords,
  xmlHeader,
  type Invocation,
} from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { baseName, decodeUriPath, type PathLock } from '@revstore/repository';
import {
  formatInfo,
  formatInfoJson,
  formatInfoXml,
  INFO_ITEMS,
  nodeUrl,
  type NodeInfo,
} from '../info-output.js';
import { Locations, targetArguments, type Location } from '../locations.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';

function checkOptions(state: RepoState, severalTargets: boolean): void {
  if (state.xml) {
    if (state.showItem !== undefined) throw argumentError('--show-item is not valid in --xml mode');
    if (state.noNewline) throw argumentError('--no-newline is not valid in --xml mode');
    if (state.humanReadable) throw argumentError('--human-readable is not valid in --xml mode');
    return;
  }
  if (state.incremental) throw argumentError('--incremental is only valid in --xml mode');
  if (state.showItem === undefined) {
    if (state.noNewline) throw argumentError("--no-newline' is only valid with --show-item");
    return;
  }
  if (severalTargets && state.noNewline) {
    throw argumentError('--no-newline is only available for single-target, non-recursive info operations');
  }
  checkItem(state.showItem);
}

function checkItem(item: string): void {
  if (Object.hasOwn(INFO_ITEMS, item)) return;
  const [first, second, third] = similarWords(item, Object.keys(INFO_ITEMS)).map((word) => `'${word}'`);
  const suggestion =
    first === undefined
      ? ''
      : second === undefined
        ? `; did you mean ${first}?`
        : third === undefined
          ? `; did you mean ${first} or ${second}?`
          : `; did you mean ${first}, ${second} or ${third}?`;
  throw argumentError(`'${item}' is not a valid value for --show-item${suggestion}`);
}

/** The lock on the target, if the node is still the one that HEAD has there. */
async function lockOf({ repository, path, revision }: Location): Promise<PathLock | undefined> {
  const lock = await repository.getLock(path);
  if (lock === undefined) return undefined;
  const head = await repository.youngest();
  if (revision === head) return lock;
  const headPath = await repository.locate(path, revision, head).catch((error: unknown) => {
    if (error instanceof RevstoreError) return undefined;
    throw error;
  });
  return headPath === path ? lock : undefined;
}

/** Prints the values of one item; lines end before the next value, the last one at the end. */
class ItemPrinter {
  readonly #state: RepoState;
  readonly #several: boolean;
  #pendingLine = false;

  constructor(state: RepoState, several: boolean) {
    this.#state = state;
    this.#several = several;
  }

  print(info: NodeInfo): string {
    const start = this.#pendingLine ? '\n' : '';
    const item = this.#state.showItem!;
    if (item === 'repos-size' && info.entry.kind !== 'file') {
      this.#pendingLine = false;
      return start;
    }
    this.#pendingLine = true;
    const value = INFO_ITEMS[item]!(info, this.#state.humanReadable) ?? '';
    return start + (this.#several ? `${value.padEnd(10)} ${nodeUrl(info)}` : value);
  }

  end(): string {
    return this.#pendingLine && !this.#state.noNewline ? '\n' : '';
  }
}

/** The target and, as deep as asked, what is below it. */
async function* walk(
  location: Location,
  state: RepoState,
  signal: AbortSignal,
): AsyncGenerator<NodeInfo, void, undefined> {
  const { repository, view, path, revision, rootUrl, url } = location;
  if (!(await view.exists(path))) {
    throw new RevstoreError(repoErrors.RA_ILLEGAL_URL, `URL '${url}' non-existent in revision ${revision}`);
  }
  const { uuid } = repository;
  const rootName = decodeUriPath(baseName(rootUrl));
  for await (const entry of view.list(path, { depth: state.depth ?? 'empty', signal })) {
    const isTarget = entry.relativePath === '';
    yield {
      path: isTarget ? baseName(path) || rootName : entry.relativePath,
      entry,
      lock: isTarget ? await lockOf(location) : location.pegIsHead ? entry.lock : undefined,
      revision,
      rootUrl,
      uuid,
    };
  }
}

async function printTarget(
  { state, output, signal }: Invocation<RepoState>,
  location: Location,
  items: ItemPrinter,
): Promise<void> {
  for await (const info of walk(location, state, signal)) {
    if (state.xml) output.write(formatInfoXml(info));
    else if (state.json) output.write(formatInfoJson(info));
    else if (state.showItem !== undefined) output.write(items.print(info));
    else output.write(formatInfo(info, state.humanReadable));
    await output.ready();
  }
}

export default defineSubcommand<RepoState>({
  summary: 'Show what is known about files and directories.',
  usage: ['info [TARGET[@REV]...]'],
  help: `With --show-item, only one item is shown:
  kind url relative-url repos-root-url repos-uuid repos-size revision
  last-changed-revision last-changed-date last-changed-author
The items of a working copy (wc-root schedule depth changelist) are empty.`,
  options: [
    'revision',
    'recursive',
    'depth',
    'targets',
    'incremental',
    'xml',
    'json',
    'show-item',
    'no-newline',
    'human-readable',
  ],
  async run(invocation) {
    const { state, output, report, signal } = invocation;
    const targets = targetArguments(invocation, true);
    const several = targets.length > 1 || (state.depth ?? 'empty') !== 'empty';
    checkOptions(state, several);
    if (state.xml && !state.incremental) output.write(xmlHeader('info'));
    const items = new ItemPrinter(state, several);
    await using locations = new Locations();
    let missing = false;
    for (const target of targets) {
      signal.throwIfAborted();
      try {
        await printTarget(invocation, await locations.find(target, singleRevision(state)), items);
      } catch (error) {
        if (!(error instanceof RevstoreError) || error.svnCode !== repoErrors.RA_ILLEGAL_URL.svn) throw error;
        report.warn(error);
        report.print('\n');
        missing = true;
      }
    }
    if (state.xml && !state.incremental) output.write(closeTag('info'));
    else if (state.showItem !== undefined) output.write(items.end());
    if (missing) {
      throw commandLineError(
        'ILLEGAL_TARGET',
        "Could not display info for all targets because some targets don't exist",
      );
    }
  },
});
