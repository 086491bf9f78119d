import { nameBytes, sha1Hex, utf8Bytes, utf8Text } from '@revstore/bytes';
import {
  diffLines,
  formatFileLabels,
  formatGitAdded,
  formatGitBinary,
  formatGitDeleted,
  formatGitModified,
  formatHunks,
  formatIndex,
  formatLabel,
  formatPropertyChange,
  formatPropertyTitle,
  Lines,
  propertyChanges,
  type DiffOptions as LineOptions,
  type GitMode,
} from '@revstore/text-diff';
import { isBinaryMimeType } from '@revstore/working-files';
import type { Difference, Properties } from '../api/index.js';
import { describeMergeinfoChange } from '../mergeinfo/index.js';

/** Compares two texts in place of Revstore. @returns what is printed. */
export type TextComparer = (
  before: Uint8Array,
  after: Uint8Array,
  labels: { readonly before: string; readonly after: string },
) => Promise<Uint8Array>;

/** How differences are written. */
export interface DiffFormat {
  /** URLs of what is compared; what they have differently is told with each path. Default: they are the same. */
  readonly urls?: { readonly from: string; readonly to: string };
  /** What comes before the paths of differences, without a slash at its end; default nothing. */
  readonly prefix?: string;
  /** Write git's format; paths begin with `root`, relative to the repository's root. */
  readonly git?: { readonly root: string };
  readonly lines?: LineOptions;
  readonly ignoreProperties?: boolean;
  readonly propertiesOnly?: boolean;
  /** Only name files that are added. */
  readonly noAdded?: boolean;
  /** Only name files that are deleted. */
  readonly noDeleted?: boolean;
  /** Compare files with a binary mime type as text. */
  readonly forceText?: boolean;
  readonly compare?: TextComparer;
}

const NO_PROPERTIES: Properties = new Map();

/** Writes differences as `svn diff` does. @see libsvn_client/diff.c */
export class DiffFormatter {
  readonly #format: DiffFormat;
  /** What the two URLs have for themselves. */
  readonly #own: readonly [from: string, to: string];

  constructor(format: DiffFormat = {}) {
    this.#format = format;
    this.#own = ownParts(format.urls?.from ?? '', format.urls?.to ?? '');
  }

  /** One difference, piece by piece; none where there is nothing to show of it. Throws as reading the two sides does. */
  async *format(difference: Difference): AsyncGenerator<Uint8Array, void, undefined> {
    const { action, kind } = difference;
    const { noAdded, noDeleted } = this.#format;
    const path = this.#path(difference);
    if ((action === 'add' && noAdded) || (action === 'delete' && noDeleted)) {
      if (kind === 'file') yield nameBytes(formatIndex(path, action === 'add' ? ' (added)' : ' (deleted)'));
      return;
    }
    const [before, after] = await Promise.all([
      difference.before?.properties() ?? NO_PROPERTIES,
      difference.after?.properties() ?? NO_PROPERTIES,
    ]);
    yield* new NodeFormatter(this.#format, this.#own, difference, path, before, after).format();
  }

  #path({ relativePath }: Difference): string {
    return joinRelative(this.#format.prefix ?? '', relativePath) || '.';
  }
}

/** What follows the common directories of two URLs in each. */
function ownParts(from: string, to: string): [string, string] {
  if (from === to) return ['', ''];
  const [a, b] = [from.split('/'), to.split('/')];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  const rest = (parts: string[]): string => (same < parts.length ? `/${parts.slice(same).join('/')}` : '');
  return [rest(a), rest(b)];
}

function joinRelative(directory: string, name: string): string {
  return directory === '' ? name : name === '' ? directory : `${directory}/${name}`;
}

/** Writes one node. */
class NodeFormatter {
  readonly #format: DiffFormat;
  readonly #difference: Difference;
  readonly #path: string;
  readonly #before: Properties;
  readonly #after: Properties;
  /** Labels of the two sides as they are outside of git's format. */
  readonly #labels: readonly [before: string, after: string];
  #parts: Uint8Array[] = [];
  #headed = false;

  constructor(
    format: DiffFormat,
    own: readonly [string, string],
    difference: Difference,
    path: string,
    before: Properties,
    after: Properties,
  ) {
    this.#format = format;
    this.#difference = difference;
    this.#path = path;
    this.#before = before;
    this.#after = after;
    const label = (part: string, revision: number | undefined): string =>
      formatLabel(part === '' ? path : `${path}\t(...${part})`, revision);
    this.#labels = [label(own[0], difference.before?.revision), label(own[1], difference.after?.revision)];
  }

  async *format(): AsyncGenerator<Uint8Array, void, undefined> {
    const { textModified, kind } = this.#difference;
    if (textModified && kind === 'file' && !this.#format.propertiesOnly) {
      const compared = await this.#formatText();
      if (compared) {
        // What the comparison fails to say follows a title all the same.
        yield this.#take();
        yield await compared();
      }
    }
    if (!this.#format.ignoreProperties) this.#formatProperties();
    if (this.#parts.length > 0) yield this.#take();
  }

  #take(): Uint8Array {
    const taken = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    this.#parts = [];
    return taken;
  }

  #write(text: string): void {
    this.#parts.push(nameBytes(text));
  }

  #writeIndex(): void {
    this.#write(formatIndex(this.#path));
    this.#headed = true;
  }

  get #gitPath(): string {
    const { git, prefix = '' } = this.#format;
    return joinRelative(git!.root, joinRelative(prefix, this.#difference.relativePath));
  }

  #fileLabels(): string {
    const { before, after } = this.#difference;
    if (!this.#format.git) return formatFileLabels(...this.#labels);
    const path = this.#gitPath;
    return formatFileLabels(
      formatLabel(`a/${path}`, before?.revision),
      formatLabel(`b/${path}`, after?.revision),
    );
  }

  #gitHeader(action: Difference['action'], index?: string): string {
    const [before, after] = [gitMode(this.#before), gitMode(this.#after)];
    if (action === 'add') return formatGitAdded(this.#gitPath, after);
    if (action === 'delete') return formatGitDeleted(this.#gitPath, before);
    return formatGitModified(this.#gitPath, before, after, index);
  }

  /** @returns what lets somebody else compare the texts, where that is wished. */
  async #formatText(): Promise<(() => Promise<Uint8Array>) | undefined> {
    const { action, before, after } = this.#difference;
    const { git, compare, forceText } = this.#format;
    const binary = forceText ? undefined : describeMimeTypes(this.#before, this.#after);
    if (binary !== undefined && !git) {
      this.#writeIndex();
      this.#write(`Cannot display: file marked as a binary type.\n${binary}`);
      return undefined;
    }
    let [original, modified] = await Promise.all([contentsOf(before), contentsOf(after)]);
    let index: string | undefined;
    if (git) {
      const links = [linkTarget(original, this.#before), linkTarget(modified, this.#after)];
      original = links[0] ?? original;
      modified = links[1] ?? modified;
      if (links[0] && links[1]) index = `${gitDigest(links[0])}..${gitDigest(links[1])}`;
    }
    if (binary !== undefined) {
      this.#writeIndex();
      this.#write(this.#gitHeader(action, index) + formatGitBinary(original, modified));
      return undefined;
    }
    if (compare) {
      this.#writeIndex();
      const [labelBefore, labelAfter] = this.#labels;
      return () => compare(original, modified, { before: labelBefore, after: labelAfter });
    }
    const [originalLines, modifiedLines] = [new Lines(original), new Lines(modified)];
    const changes = diffLines(originalLines, modifiedLines, this.#format.lines);
    if (changes.length === 0 && action !== 'add' && !git) return undefined;
    this.#writeIndex();
    if (git) this.#write(this.#gitHeader(action, index));
    if (changes.length === 0) return undefined;
    this.#write(this.#fileLabels());
    this.#parts.push(formatHunks(originalLines, modifiedLines, changes, this.#format.lines));
    return undefined;
  }

  #formatProperties(): void {
    const changes = propertyChanges(this.#before, this.#after);
    if (changes.length === 0) return;
    if (!this.#headed) {
      this.#writeIndex();
      if (this.#format.git) this.#write(this.#gitHeader('modify'));
      this.#write(this.#fileLabels());
    }
    this.#write(formatPropertyTitle(this.#format.git ? this.#gitPath : this.#path));
    for (const change of changes) {
      const description =
        change.name === 'svn:mergeinfo'
          ? describeMergeinfoChange(
              change.before && utf8Text(change.before),
              change.after && utf8Text(change.after),
            )
          : undefined;
      this.#parts.push(formatPropertyChange(change, description));
    }
  }
}

async function contentsOf(side: Difference['before']): Promise<Uint8Array> {
  return side ? side.contents() : new Uint8Array(0);
}

function gitMode(properties: Properties): GitMode {
  return {
    executable: properties.has('svn:executable'),
    symbolicLink: properties.has('svn:special'),
  };
}

/** The line that tells the mime types of a file that is binary on a side; undefined where it is on none. */
function describeMimeTypes(before: Properties, after: Properties): string | undefined {
  const [old, now] = [before, after].map((properties) => {
    const value = properties.get('svn:mime-type');
    const type = value && utf8Text(value);
    return type !== undefined && isBinaryMimeType(type) ? type : undefined;
  });
  if (old === undefined && now === undefined) return undefined;
  const both = old !== undefined && now !== undefined && old !== now;
  return `svn:mime-type = ${both ? `(${old}, ${now})` : (old ?? now)}\n`;
}

/** What git stores for a symbolic link: its target alone. */
function linkTarget(contents: Uint8Array, properties: Properties): Uint8Array | undefined {
  if (!properties.has('svn:special')) return undefined;
  const end = contents.findIndex((byte) => byte === 0x0a || byte === 0x0d);
  const line = contents.subarray(0, end < 0 ? contents.length : end);
  return line.length > 5 && utf8Text(line.subarray(0, 5)) === 'link ' ? line.subarray(5) : undefined;
}

function gitDigest(contents: Uint8Array): string {
  return sha1Hex(Buffer.concat([utf8Bytes(`blob ${contents.length}\0`), contents])).slice(0, 8);
}
