import { utf8Text } from '@revstore/bytes';
import { nodeEnd, serializeNodeHead, serializeRevision } from '@revstore/dumpstream';
import { pathFault, TextCache, type Noderev, type Store } from '@revstore/fsfs';
import type { DumpEvent } from '../api/index.js';
import { parseMergeinfo } from '../mergeinfo/index.js';
import { deletionHead, nodeRecord } from './node-record.js';
import { OutputBlocks } from './output-blocks.js';
import { replayChanges, type NodeAction } from './replay.js';
import { RevisionNodes } from './revision-nodes.js';
import { addTree } from './whole-tree.js';

/** A warning of a dump. */
export type DumpWarning = Extract<DumpEvent, { type: 'warning' }>;

/** What the records of a revision depend on besides the revision. */
export interface RecordSettings {
  /** The first revision of the dump. */
  readonly start: number;
  /** Whether that one is told by what it changed, like the others. */
  readonly incremental: boolean;
  /** Warnings are looked for only where somebody is told. */
  readonly warn?: (warning: DumpWarning) => void;
}

/** A text too long to be read in one go, as it comes. It is to be added to the blocks before the records go on. */
export type LongText = AsyncIterable<Uint8Array>;

/** Texts up to this many bytes are read in one go, longer ones on other threads piece by piece. */
const wholeText = 1024 * 1024;
/** Bytes of texts kept, because the next version of each file is stored as a difference to it. */
const textCacheBytes = 32 * 1024 * 1024;

/** Makes the records of revisions, one after the other. @see libsvn_repos/dump.c */
export class DumpRecords {
  /** What was made. */
  readonly blocks = new OutputBlocks();
  readonly #store: Store;
  readonly #settings: RecordSettings;
  readonly #nodes: RevisionNodes;
  readonly #texts = new TextCache(textCacheBytes);

  constructor(store: Store, settings: RecordSettings) {
    this.#store = store;
    this.#settings = settings;
    this.#nodes = new RevisionNodes(store);
  }

  /**
   * Adds the records of a revision. Comes up after each node, so that its blocks can be taken and other work gets a turn.
   *
   * @throws RevstoreError of what can't be read.
   */
  *revision(revision: number): Generator<LongText | undefined, void, undefined> {
    this.blocks.add(serializeRevision(revision, this.#store.revprops.read(revision)));
    if (revision === 0) return;
    const { start, incremental } = this.#settings;
    if (revision === start && !incremental) yield* this.#wholeTree(revision);
    else yield* this.#changes(revision);
  }

  *#wholeTree(revision: number): Generator<LongText | undefined, void, undefined> {
    const { root } = this.#store.tree(revision);
    // The root is told where it differs from that of the empty tree, but what is told of it differs from the revision before.
    if (this.#store.nodes.properties(root).size > 0)
      yield* this.#node(revision, { path: '/', kind: 'dir', action: 'change' }, root);
    for (const { action, node } of addTree(this.#store, revision)) yield* this.#node(revision, action, node);
  }

  *#changes(revision: number): Generator<LongText | undefined, void, undefined> {
    const changes = this.#store.changes(revision);
    const present = changes.filter(({ action }) => action !== 'delete');
    this.#nodes.open(revision, new Set(present.map(({ path }) => path)));
    const kindOf = (path: string) => this.#store.tree(revision).find(path)?.kind;
    for (const action of replayChanges(changes, kindOf)) {
      if (action.action === 'delete') yield* this.#deletion(action.path);
      else yield* this.#node(revision, action, this.#nodes.get(action.path));
    }
  }

  *#deletion(path: string): Generator<undefined, void, undefined> {
    const head = deletionHead(path);
    this.#checkPath(head.path);
    this.blocks.add(serializeNodeHead(head));
    this.blocks.addAscii(nodeEnd(head));
    yield;
  }

  *#node(
    revision: number,
    action: NodeAction,
    node: Noderev,
  ): Generator<LongText | undefined, void, undefined> {
    const { blocks } = this;
    this.#checkPath(action.path.slice(1));
    // What makes room for a copy is told before it, unlike other deletions without the second line end.
    if (action.action === 'replace' && action.copyFrom)
      blocks.add(serializeNodeHead(deletionHead(action.path)));
    if (action.copyFrom) this.#checkSource(action.copyFrom.revision);
    const { head, text } = nodeRecord(this.#store, revision, action, node, (of, place) =>
      this.#nodes.before(of, place.revision, place.path),
    );
    this.#checkMergeinfo(head.properties?.get('svn:mergeinfo'));
    blocks.add(serializeNodeHead(head));
    if (text && text.expandedSize > wholeText) yield this.#store.reps.stream(text);
    else if (text) for (const chunk of this.#store.reps.chunks(text, this.#texts)) blocks.add(chunk);
    blocks.addAscii(nodeEnd(head));
    yield;
  }

  #checkPath(path: string): void {
    const fault = this.#settings.warn && pathFault(path);
    if (fault) this.#warn('invalid-path', `E160005: While validating fspath '${path}': ${fault}`);
  }

  #checkSource(revision: number): void {
    const { start } = this.#settings;
    if (revision < start)
      this.#warn(
        'old-reference',
        `Referencing data in revision ${revision}, which is older than the oldest dumped revision (r${start}).` +
          '  Loading this dump into an empty repository will fail.',
      );
  }

  #checkMergeinfo(value: Uint8Array | undefined): void {
    const { start, warn } = this.#settings;
    if (value && start > 1 && warn && refersBefore(value, start))
      this.#warn(
        'old-mergeinfo',
        `Mergeinfo referencing revision(s) prior to the oldest dumped revision (r${start}). ` +
          'Loading this dump may result in invalid mergeinfo.',
      );
  }

  #warn(warning: DumpWarning['warning'], message: string): void {
    this.#settings.warn?.({ type: 'warning', warning, message });
  }
}

/** Whether a value names revisions before `revision`; one that is malformed is dumped as it is. */
function refersBefore(value: Uint8Array, revision: number): boolean {
  const mergeinfo = parseMergeinfo(utf8Text(value));
  return [...(mergeinfo?.values() ?? [])].some((ranges) => ranges.some(({ start }) => start + 1 < revision));
}
