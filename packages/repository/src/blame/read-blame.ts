import { utf8Text } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import type { Noderev, Store } from '@revstore/fsfs';
import { BlameLines, diffLines, Lines, type BlameRun } from '@revstore/text-diff';
import { isBinaryMimeType } from '@revstore/working-files';
import type { BlameLine, BlameOptions, BlameSource } from '../api/index.js';
import { sameText } from '../tree-delta/index.js';
import { readText, TimeSlice } from '../view/index.js';
import { blameErrors } from './blame-errors.js';
import { fileRevisions, mergedFileRevisions, type FileRevision } from './file-revisions.js';

/** {@link BlameOptions} with revisions as numbers and the path as it is in the larger of `start` and `end`. */
export interface ResolvedBlameOptions extends Omit<BlameOptions, 'pegRevision' | 'start' | 'end'> {
  readonly start: number;
  readonly end: number;
}

/** Where a text came from: a revision that counts, or none, and the path in it. */
interface Origin {
  readonly revision?: number;
  readonly path: string;
}

/**
 * The lines of a file in `end`, each with where it comes from.
 *
 * @throws RevstoreError `FS_NOT_FOUND`, `FS_NOT_FILE` (E160017), `CLIENT_IS_BINARY_FILE` (E195004); `UNSUPPORTED_FEATURE`
 * (E200007) for merges from young to old; the signal's reason.
 * @see libsvn_client/blame.c
 */
export async function* readBlame(
  store: Store,
  options: ResolvedBlameOptions,
): AsyncGenerator<BlameLine, void, undefined> {
  const { path, start, end, merged = false } = options;
  const backwards = start > end;
  if (merged && backwards)
    throw new RevstoreError(blameErrors.UNSUPPORTED_FEATURE, 'Trying to use an unsupported feature');
  const youngest = Math.max(start, end);
  // A single revision is not asked for its type, as in Subversion.
  if (!options.forceText && !backwards && start !== end) refuseUnreadable(store, path, end);
  const node = store.tree(youngest).find(path);
  if (node?.kind !== 'file')
    throw new RevstoreError(blameErrors.FS_NOT_FILE, `'${path}' is not a file in revision ${youngest}`, {
      data: { path, revision: youngest },
    });
  if (!options.forceText && backwards) refuseBinary(store, node, path);
  const history = new BlameHistory(store, options);
  if (merged) {
    for (const revision of mergedFileRevisions(store, path, Math.max(0, start - 1), end))
      await history.addMerged(revision);
  } else if (backwards) {
    for (const revision of fileRevisions(store, path, end, start)) await history.addOlder(revision);
  } else {
    for (const revision of [...fileRevisions(store, path, Math.max(0, start - 1), end)].reverse())
      await history.addYounger(revision);
  }
  yield* history.lines();
}

function refuseUnreadable(store: Store, path: string, revision: number): void {
  const node = store.tree(revision).find(path);
  const data = { path, revision };
  if (!node) throw new RevstoreError(blameErrors.FS_NOT_FOUND, `'${path}' path not found`, { data });
  if (node.kind !== 'file')
    throw new RevstoreError(blameErrors.FS_NOT_FILE, `'${path}' is not a file`, { data });
  refuseBinary(store, node, path);
}

function refuseBinary(store: Store, node: Noderev, path: string): void {
  const type = store.nodes.properties(node).get('svn:mime-type');
  if (type && isBinaryMimeType(utf8Text(type)))
    throw new RevstoreError(
      blameErrors.CLIENT_IS_BINARY_FILE,
      `Cannot calculate blame information for binary file '${path}'`,
      { data: { path } },
    );
}

/** The texts of a file one after the other, and what came with each. */
class BlameHistory {
  readonly #store: Store;
  readonly #options: ResolvedBlameOptions;
  readonly #turn: TimeSlice;
  readonly #oldest: number;
  #last: { readonly node: Noderev; readonly path: string } | undefined;
  #text = new Lines(new Uint8Array(0));
  #blame: BlameLines<Origin> | undefined;
  /** With merges: {@link #blame} of the file's own line of history alone, and the last text on it. */
  #ownBlame: BlameLines<Origin> | undefined;
  #ownText: Lines | undefined;
  #lastOrigin: Origin | undefined;
  #younger: number | undefined;

  constructor(store: Store, options: ResolvedBlameOptions) {
    this.#store = store;
    this.#options = options;
    this.#turn = new TimeSlice(options.signal);
    this.#oldest = Math.min(options.start, options.end);
  }

  /** Goes on to the next younger text. */
  async addYounger(at: FileRevision): Promise<void> {
    const text = await this.#next(at);
    if (!text) return;
    this.#blame = this.#advance(this.#blame, this.#text, text, this.#origin(at));
    this.#text = text;
  }

  /** Goes on to the next older text; what is new in it was changed by the text before. */
  async addOlder(at: FileRevision): Promise<void> {
    const text = await this.#next(at);
    if (!text) return;
    const origin = { path: at.path, ...(this.#younger === undefined ? {} : { revision: this.#younger }) };
    this.#blame = this.#advance(this.#blame, this.#text, text, origin);
    if (at.revision >= this.#oldest) this.#younger = at.revision;
    this.#text = text;
  }

  /** Goes on to the next younger text of the file or of what was merged into it. */
  async addMerged(at: FileRevision): Promise<void> {
    const changed = await this.#next(at, true);
    if (!changed && at.merged) return;
    const text = changed ?? this.#text;
    const origin = this.#origin(at);
    this.#lastOrigin = origin;
    this.#blame = this.#advance(this.#blame, this.#text, text, origin);
    if (!at.merged) {
      this.#ownBlame = this.#advance(this.#ownBlame, this.#ownText ?? text, text, origin);
      this.#ownText = text;
    }
    this.#text = text;
  }

  async *lines(): AsyncGenerator<BlameLine, void, undefined> {
    const sources = new Map<number, { readonly source: BlameSource }>();
    const tell = ({ revision }: Origin): { readonly source?: BlameSource } => {
      if (revision === undefined) return {};
      let told = sources.get(revision);
      if (!told) sources.set(revision, (told = { source: sourceOf(this.#store, revision) }));
      return told;
    };
    const { merged } = this.#options;
    const all = new RunCursor(this.#blame!.runs);
    // A file that was merged and never changed since has no line of history of its own.
    const own = merged
      ? new RunCursor(this.#ownBlame?.runs ?? [{ source: this.#lastOrigin!, start: 0 }])
      : all;
    const text = this.#text;
    for (let line = 0; line < text.count; line++) {
      if (this.#turn.over) await this.#turn.rest();
      const origin = all.at(line);
      yield {
        lineNumber: line + 1,
        contents: withoutEnd(text, line),
        ...tell(own.at(line)),
        ...(merged ? { mergedFrom: { path: origin.path, ...tell(origin) } } : {}),
      };
    }
  }

  #origin(at: FileRevision): Origin {
    const counts = at.merged || at.revision >= this.#oldest;
    return counts ? { path: at.path, revision: at.revision } : { path: at.path };
  }

  /**
   * The text at a place, or undefined where it is that of the place before.
   *
   * @param byPath whether another path counts as another text.
   */
  async #next(at: FileRevision, byPath = false): Promise<Lines | undefined> {
    if (this.#turn.over) await this.#turn.rest();
    const node = this.#store.tree(at.revision).get(at.path);
    const last = this.#last;
    this.#last = { node, path: at.path };
    if (last && (!byPath || last.path === at.path) && sameText(this.#store, last.node, node))
      return undefined;
    return new Lines(
      node.text ? await readText(this.#store, node.text, this.#options.signal) : new Uint8Array(0),
    );
  }

  #advance(
    blame: BlameLines<Origin> | undefined,
    before: Lines,
    after: Lines,
    origin: Origin,
  ): BlameLines<Origin> {
    if (!blame) return new BlameLines(origin);
    if (before !== after) blame.apply(diffLines(before, after, this.#options.lines), origin);
    return blame;
  }
}

function sourceOf(store: Store, revision: number): BlameSource {
  const properties = store.revprops.read(revision);
  const author = properties.get('svn:author');
  const date = properties.get('svn:date');
  return {
    revision,
    ...(author ? { author: utf8Text(author) } : {}),
    ...(date ? { date: utf8Text(date) } : {}),
  };
}

/** The source of each line, asked for in order. */
class RunCursor {
  readonly #runs: readonly BlameRun<Origin>[];
  #run = 0;

  constructor(runs: readonly BlameRun<Origin>[]) {
    this.#runs = runs;
  }

  at(line: number): Origin {
    while (this.#run + 1 < this.#runs.length && this.#runs[this.#run + 1].start <= line) this.#run++;
    return this.#runs[this.#run].source;
  }
}

function withoutEnd(text: Lines, line: number): Uint8Array {
  let end = text.ends[line];
  const start = text.start(line);
  if (end > start && text.bytes[end - 1] === 0x0a) end--;
  if (end > start && text.bytes[end - 1] === 0x0d) end--;
  return text.bytes.subarray(start, end);
}
