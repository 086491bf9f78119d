import { parseStoredDate } from '@revstore/bytes';
import {
  argumentError,
  closeTag,
  commandLineError,
  defineSubcommand,
  formatHumanSize,
  formatShortDate,
  jsonLine,
  openTag,
  textElement,
  xmlHeader,
} from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { baseName, type ListEntry, type WalkEntry } from '@revstore/repository';
import { Locations, targetArguments, type Location } from '../locations.js';
import { commitElement, jsonLock, lockElement } from '../lock-output.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';
import { searchMatches } from '../search-pattern.js';

/** A name in a column of bytes: cut and filled as printf does. */
function column(text: string, width: number): string {
  const bytes = Buffer.from(text);
  return bytes.length > width ? bytes.subarray(0, width).toString() : text + ' '.repeat(width - bytes.length);
}

function printName(entry: WalkEntry): string {
  const name = entry.relativePath || (entry.kind === 'dir' ? '.' : baseName(entry.path));
  return `${name}${entry.kind === 'dir' ? '/' : ''}\n`;
}

/** Prints entries in columns; the author's column grows as wider names come. */
class ColumnPrinter {
  readonly #human: boolean;
  #authorWidth: number;

  constructor(human: boolean) {
    this.#human = human;
    this.#authorWidth = human ? 14 : 8;
  }

  print(entry: ListEntry): string {
    const isDirectory = entry.kind === 'dir';
    const author = entry.lastAuthor ?? ' ? ';
    if (entry.lastAuthor !== undefined) {
      const width = Math.min(Buffer.byteLength(author), this.#human ? 22 : 16);
      this.#authorWidth = Math.max(this.#authorWidth, width);
    }
    const size = isDirectory ? '' : this.#human ? formatHumanSize(entry.size) : String(entry.size);
    const time = parseStoredDate(entry.lastDate ?? '') ?? 0;
    return (
      `${String(entry.createdRevision).padStart(7)} ${column(author, this.#authorWidth)} ` +
      `${entry.lock === undefined ? ' ' : 'O'} ${size.padStart(this.#human ? 4 : 10)} ` +
      `${formatShortDate(time).padStart(12)} ${printName(entry)}`
    );
  }
}

function printXml(entry: ListEntry): string {
  if (entry.relativePath === '' && entry.kind === 'dir') return '';
  return (
    openTag('entry', { kind: entry.kind }) +
    textElement('name', entry.relativePath || baseName(entry.path)) +
    (entry.kind === 'file' ? textElement('size', String(entry.size)) : '') +
    commitElement(entry.createdRevision, entry.lastAuthor, entry.lastDate) +
    (entry.lock === undefined ? '' : lockElement(entry.lock)) +
    closeTag('entry')
  );
}

function printJson(entry: ListEntry, location: Location): string {
  return jsonLine({
    path: entry.path,
    name: entry.relativePath,
    kind: entry.kind,
    size: entry.kind === 'file' ? entry.size : undefined,
    revision: location.revision,
    lastChangedRevision: entry.createdRevision,
    author: entry.lastAuthor,
    date: entry.lastDate,
    lock: entry.lock === undefined ? undefined : jsonLock(entry.lock),
  });
}

function checkOptions(state: RepoState): void {
  if (state.xml) {
    if (state.verbose) throw argumentError('--verbose is not valid in --xml mode');
    if (state.humanReadable) throw argumentError('--human-readable is not valid in --xml mode');
  } else if (state.incremental) throw argumentError('--incremental is only valid in --xml mode');
}

export default defineSubcommand<RepoState>({
  summary: 'List the contents of directories.',
  usage: ['list [TARGET[@REV]...]'],
  help: `A directory's name ends in a slash. With --search, only entries whose name matches one of the patterns
are shown. With --verbose, each line has the revision of the last change, its author, O for a locked
file, the size in bytes, and the date of the last change.`,
  options: [
    'revision',
    'verbose',
    'recursive',
    'human-readable',
    'depth',
    'incremental',
    'xml',
    'json',
    'search',
  ],
  async run({ state, operands, output, report, signal }) {
    const targets = targetArguments({ state, operands, report }, true);
    checkOptions(state);
    const { xml, json } = state;
    if (xml && !state.incremental) output.write(xmlHeader('lists'));
    const patterns = state.search.flat();
    const printer = new ColumnPrinter(state.humanReadable);
    await using locations = new Locations();
    let missing = false;
    for (const target of targets) {
      signal.throwIfAborted();
      let open = false;
      try {
        const location = await locations.find(target, singleRevision(state));
        const { view, path, targetUrl } = location;
        if (xml) {
          output.write(openTag('list', { path: targetUrl }));
          open = true;
        }
        if (!(await view.exists(path))) {
          throw new RevstoreError(repoErrors.FS_NOT_FOUND, `Path '${path}' not found`, { data: { path } });
        }
        const depth = state.depth ?? 'immediates';
        const wanted = ({ path: at }: WalkEntry): boolean =>
          patterns.length === 0 || patterns.some((pattern) => searchMatches(pattern, baseName(at)));
        if (xml || json || state.verbose) {
          for await (const entry of view.list(path, { depth, signal })) {
            if (!wanted(entry)) continue;
            output.write(xml ? printXml(entry) : json ? printJson(entry, location) : printer.print(entry));
            await output.ready();
          }
        } else {
          for await (const entry of view.walk(path, { depth, signal })) {
            if ((entry.relativePath === '' && entry.kind === 'dir') || !wanted(entry)) continue;
            output.write(printName(entry));
            await output.ready();
          }
        }
      } catch (error) {
        if (!(error instanceof RevstoreError) || error.svnCode !== repoErrors.FS_NOT_FOUND.svn) throw error;
        report.warn(error);
        missing = true;
      }
      if (open) output.write(closeTag('list'));
    }
    if (xml && !state.incremental) output.write(closeTag('lists'));
    if (missing) {
      throw commandLineError('ILLEGAL_TARGET', "Could not list all targets because some targets don't exist");
    }
  },
});
