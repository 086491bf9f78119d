import type { Level } from 'level';
import { RevstoreError } from '@revstore/errors';
import { itemIndexes } from '../index-format/index.js';
import type { StoreIds, StorePaths } from '../layout/index.js';
import { StoredReps, type RepRow, type RepSource, type StoredRep } from '../stored-reps/index.js';
import { markerKey, parseMarker, serializeMarker, type Marker } from './marker.js';
import { classify, indexFailure, problemOf } from './problems.js';
import { parseRow, serializeRow } from './rep-row.js';

/** What of a store its index of representations needs. */
export interface RepIndexStore extends RepSource {
  readonly paths: StorePaths;
  readonly ids: StoreIds;
}

/** LevelDB with keys and values as bytes. */
export type Database = Level<Uint8Array, Uint8Array>;

/** How far an index is brought up to date. */
export interface CatchUpOptions {
  readonly signal?: AbortSignal | undefined;
  /** No revision is begun after this long (milliseconds); the next call goes on. Default: all are read. */
  readonly milliseconds?: number;
}

/** What {@link RepIndex.catchUp} did. */
export interface CatchUpResult {
  /** All revisions up to this one are in the index. */
  readonly through: number;
  /** Representations that were added. */
  readonly added: number;
  /** Revisions that could not be read; their representations are not shared. */
  readonly unreadable: readonly number[];
}

/** Rows that are gathered before they are written. */
const batchRows = 10_000;
const noRoot = '-';

/**
 * The open index: from SHA-1 to where the content is. To be closed soon, for nobody else can use it meanwhile.
 *
 * Rows are hints: compare the contents before you share. Each method rejects with `REP_INDEX_UNUSABLE` when LevelDB
 * fails, see `problemOf`; the index can then only be closed.
 */
export class RepIndex {
  readonly #store: RepIndexStore;
  readonly #database: Database;
  readonly #onClose: (damaged: boolean) => void;
  #marker: Marker;
  #damaged = false;
  #closed: Promise<void> | undefined;

  private constructor(
    store: RepIndexStore,
    database: Database,
    marker: Marker,
    onClose: (damaged: boolean) => void,
  ) {
    this.#store = store;
    this.#database = database;
    this.#marker = marker;
    this.#onClose = onClose;
  }

  /**
   * Takes over an open database: one that belongs to another repository, to another history of this one, or reaches
   * beyond `youngest`, is emptied.
   *
   * @param onClose called when the database is closed, with whether it was found damaged.
   */
  static async over(
    store: RepIndexStore,
    database: Database,
    youngest: number,
    onClose: (damaged: boolean) => void,
  ): Promise<RepIndex> {
    const bytes = await database.get(markerKey);
    const marker = bytes && parseMarker(bytes);
    if (marker && belongsTo(marker, store, youngest)) return new RepIndex(store, database, marker, onClose);
    await database.clear();
    const { uuid, instanceId } = store.ids;
    // Revision 0 has nothing to share.
    const fresh = { uuid, instanceId, revision: 0, root: rootOf(store, 0) ?? noRoot };
    return new RepIndex(store, database, fresh, onClose);
  }

  /** All revisions up to this one are in the index. */
  get through(): number {
    return this.#marker.revision;
  }

  /**
   * Looks up many contents at once.
   *
   * @param sha1s 20 bytes each.
   * @returns in the same order; `undefined` for what is not there.
   */
  async lookupMany(sha1s: readonly Uint8Array[]): Promise<(RepRow | undefined)[]> {
    const found = await this.#attempt(() => this.#database.getMany([...sha1s]));
    return found.map((bytes, i) => {
      if (bytes === undefined) return undefined;
      const row = parseRow(sha1s[i], bytes);
      if (!row) {
        this.#damaged = true;
        throw indexFailure({ reason: 'damaged', message: 'a row has another checksum than it says' });
      }
      return row;
    });
  }

  /**
   * Adds what revisions store, whoever committed them, up to `youngest`.
   *
   * @throws RevstoreError `REP_INDEX_UNUSABLE`; the signal's reason.
   */
  async catchUp(youngest: number, options: CatchUpOptions = {}): Promise<CatchUpResult> {
    const { signal, milliseconds = Infinity } = options;
    const end = performance.now() + milliseconds;
    const stored = new StoredReps(this.#store);
    const unreadable: number[] = [];
    let rows: StoredRep[] = [];
    let added = 0;
    const write = async (through: number): Promise<void> => {
      await this.#write(rows, through);
      added += rows.length;
      rows = [];
    };
    let through = this.#marker.revision;
    while (through < youngest && performance.now() < end) {
      try {
        for await (const rep of stored.of(through + 1, signal)) {
          rows.push(rep);
          if (rows.length >= batchRows) await write(through);
        }
      } catch (error) {
        if (!(error instanceof RevstoreError) || problemOf(error)) throw error;
        unreadable.push(through + 1);
      }
      through++;
    }
    if (through > this.#marker.revision) await write(through);
    return { through: this.#marker.revision, added, unreadable };
  }

  /**
   * Adds the representations of revisions that were just read or written, in one atomic batch with the marker. Where
   * revisions before them are missing, the marker stays, and a later {@link catchUp} reads these again.
   *
   * @param revision the last of them; it must be published.
   * @param first the first of them; default `revision`.
   */
  async add(rows: readonly StoredRep[], revision: number, first = revision): Promise<void> {
    await this.#write(rows, first <= this.#marker.revision + 1 ? revision : this.#marker.revision);
  }

  /** Ends the use of the index, so that the next one can have it; a second call waits for the first. Never rejects. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    try {
      await this.#database.close();
    } catch {
      // What was written is in the log file; what is not is found again by the next catchUp.
    } finally {
      this.#onClose(this.#damaged);
    }
  }

  async #write(rows: readonly StoredRep[], revision: number): Promise<void> {
    const { uuid, instanceId } = this.#store.ids;
    const through = Math.max(revision, this.#marker.revision);
    const root = rootOf(this.#store, through) ?? noRoot;
    const marker = { uuid, instanceId, revision: through, root };
    const put = (key: Uint8Array, value: Uint8Array) => ({ type: 'put', key, value }) as const;
    const operations = rows.map((row) => put(row.sha1, serializeRow(row.sha1, row)));
    operations.push(put(markerKey, serializeMarker(marker)));
    await this.#attempt(() => this.#database.batch(operations));
    this.#marker = marker;
  }

  async #attempt<T>(operation: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new TypeError('The index of representations is closed');
    try {
      return await operation();
    } catch (error) {
      const problem = classify(error);
      if (problem.reason === 'damaged') this.#damaged = true;
      throw indexFailure(problem, error);
    }
  }
}

function belongsTo(marker: Marker, store: RepIndexStore, youngest: number): boolean {
  const { uuid, instanceId } = store.ids;
  if (marker.uuid !== uuid || marker.instanceId !== instanceId || marker.revision > youngest) return false;
  const root = rootOf(store, marker.revision);
  return root === undefined || marker.root === noRoot || root === marker.root;
}

/** What tells one history from another at a revision; `undefined` where that can't be read. */
function rootOf({ nodes }: RepIndexStore, revision: number): string | undefined {
  try {
    return nodes.noderev({ revision, itemIndex: itemIndexes.rootNode }).text?.md5;
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
    return undefined;
  }
}
