import { equalBytes, md5Hex, sha1Hex } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { serializeHashDump, sortedEntries } from '@revstore/proplist';
import { useRepIndex, type RepIndex, type RepIndexProblem } from '../rep-index/index.js';
import type { Representation } from '../reps/index.js';
import type { RepRow, StoredRep } from '../stored-reps/index.js';
import type { Store } from '../store/index.js';
import { ownRepresentation, ownTexts, type StoredText, type Transaction } from '../txn/index.js';

/** No revision is begun to be indexed after this long (milliseconds) in one commit; the next commits go on. */
const catchUpLimit = 500;
/** From this many representations on they are added at once, not by the next commit that looks for some. */
const addAtOnce = 64;
/** Property lists of a transaction that are looked for; more are rarely different. */
const maxPropertyLists = 10_000;
/** Texts that are looked up at once. */
const textsAtOnce = 4096;

/** A property list in its stored form. */
interface PropertyList {
  readonly sha1: string;
  readonly bytes: Uint8Array;
}

/** Finds what of a transaction the store has already, and has it stored once. */
export class RepSharing {
  readonly #store: Store;
  readonly #txn: Transaction;
  readonly #propertyReps = new Map<string, Representation>();
  /** Revisions up to this one were looked at. */
  #seen = -1;
  #skipped: RepIndexProblem | undefined;

  constructor(store: Store, txn: Transaction) {
    this.#store = store;
    this.#txn = txn;
  }

  /** Property lists that the store has, by the SHA-1 of their text. */
  get propertyReps(): ReadonlyMap<string, Representation> {
    return this.#propertyReps;
  }

  /** Why the index could not be used; what it would have found is then stored again. */
  get skipped(): RepIndexProblem | undefined {
    return this.#skipped;
  }

  /**
   * Looks in all revisions up to the youngest, unless they were looked at. Texts that the store has are no longer the
   * transaction's own.
   *
   * @throws only the signal's reason.
   */
  async find(signal?: AbortSignal): Promise<void> {
    const youngest = this.#store.youngest();
    if (!this.#txn.sharing || this.#seen === youngest || youngest === 0) return;
    this.#seen = youngest;
    const { value: hits, skipped } = await useRepIndex(
      this.#store,
      async (index) => {
        await index.catchUp(youngest, { signal, milliseconds: catchUpLimit });
        return { texts: await this.#lookUpTexts(index), lists: await this.#lookUpLists(index) };
      },
      { signal },
    );
    this.#skipped = skipped;
    if (!hits) return;
    const shared = new Map<number, StoredText>();
    for (const { text, row } of hits.texts) {
      const found = await this.#compareText(text, row, youngest);
      if (found) shared.set(text.itemIndex, found);
    }
    this.#share(shared);
    for (const { list, row } of hits.lists) this.#shareProperties(list, row, youngest);
  }

  /**
   * Adds what the published revision stores to the index where that is much; otherwise the next commit that looks for
   * something reads it.
   */
  async published(revision: number, propertyReps: ReadonlyMap<string, Representation>): Promise<void> {
    if (!this.#txn.sharing || this.#txn.items.length < addAtOnce) return;
    const lists: StoredRep[] = [];
    for (const [sha1, rep] of propertyReps)
      if (rep.revision === revision) lists.push({ ...rep, sha1: Buffer.from(sha1, 'hex') });
    const add = async (index: RepIndex): Promise<void> => {
      // The marker moves with the last rows.
      for (const texts of this.#ownTexts()) {
        const rows = texts.map(({ sha1, itemIndex, size, expandedSize }) => ({
          sha1: Uint8Array.from(sha1),
          revision,
          itemIndex,
          size,
          expandedSize,
        }));
        await index.add(rows, revision, Infinity);
      }
      await index.add(lists, revision);
    };
    const { skipped } = await useRepIndex(this.#store, add, { waitMilliseconds: 0 });
    this.#skipped ??= skipped;
  }

  /** The texts that the transaction itself holds, each once, some at a time. */
  *#ownTexts(): Generator<StoredText[], void, undefined> {
    const { edits } = this.#txn;
    const seen = new Uint8Array(this.#txn.itemOffsets().length);
    let batch: StoredText[] = [];
    for (let row = 0; row < edits.length; row++) {
      const text = edits.text(row);
      if (!text || text.revision !== undefined || seen[text.itemIndex]) continue;
      seen[text.itemIndex] = 1;
      if (batch.push(text) < textsAtOnce) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  async #lookUpTexts(index: RepIndex): Promise<{ readonly text: StoredText; readonly row: RepRow }[]> {
    const hits: { text: StoredText; row: RepRow }[] = [];
    for (const texts of this.#ownTexts()) {
      const rows = await index.lookupMany(texts.map(({ sha1 }) => sha1));
      texts.forEach((text, i) => {
        const row = rows[i];
        if (row) hits.push({ text, row });
      });
    }
    return hits;
  }

  async #lookUpLists(index: RepIndex): Promise<{ readonly list: PropertyList; readonly row: RepRow }[]> {
    const lists = this.#propertyLists();
    const rows = await index.lookupMany(lists.map(({ sha1 }) => Buffer.from(sha1, 'hex')));
    return lists.flatMap((list, i) => {
      const row = rows[i];
      return row ? [{ list, row }] : [];
    });
  }

  #propertyLists(): PropertyList[] {
    const { edits } = this.#txn;
    const lists = new Set<ReadonlyMap<string, Uint8Array>>();
    for (let row = 0; row < edits.length && lists.size < maxPropertyLists; row++) {
      const properties = edits.properties(row);
      if (properties) lists.add(properties);
    }
    return [...lists].map((list) => {
      const bytes = serializeHashDump(sortedEntries(list));
      return { sha1: sha1Hex(bytes), bytes };
    });
  }

  /** @returns the text as it is in `found`, where that has the same contents. */
  async #compareText(text: StoredText, found: RepRow, youngest: number): Promise<StoredText | undefined> {
    if (found.revision > youngest || found.expandedSize !== text.expandedSize) return undefined;
    const { revision, itemIndex, size } = found;
    const own = ownRepresentation(text);
    if (!(await this.#sameContents(own, { ...own, revision, itemIndex, size }))) return undefined;
    const { md5, sha1, expandedSize } = text;
    return { revision, itemIndex, size, expandedSize, md5: md5.slice(), sha1: sha1.slice() };
  }

  /** Has all files with these texts take them from where they are, by item index of the transaction's own. */
  #share(texts: ReadonlyMap<number, StoredText>): void {
    if (texts.size === 0) return;
    const { edits } = this.#txn;
    for (let row = 0; row < edits.length; row++) {
      const text = edits.text(row);
      const shared = text && text.revision === undefined ? texts.get(text.itemIndex) : undefined;
      if (shared) edits.setText(row, shared, text!.uniquifier);
    }
  }

  #shareProperties({ sha1, bytes }: PropertyList, found: RepRow, youngest: number): void {
    if (found.revision > youngest || found.expandedSize !== bytes.length) return;
    const { revision, itemIndex, size, expandedSize } = found;
    const rep = { revision, itemIndex, size, expandedSize, md5: md5Hex(bytes) };
    try {
      if (equalBytes(this.#store.reps.readAll(rep), bytes)) this.#propertyReps.set(sha1, rep);
    } catch (error) {
      // What can't be read is not shared.
      if (!(error instanceof RevstoreError)) throw error;
    }
  }

  /** Compares byte by byte: digests can collide, and an index can be wrong. */
  async #sameContents(own: Representation, theirs: Representation): Promise<boolean> {
    const ours = ownTexts(this.#store, this.#txn).stream(own)[Symbol.asyncIterator]();
    try {
      let rest: Uint8Array = new Uint8Array(0);
      for await (let chunk of this.#store.reps.stream(theirs)) {
        while (chunk.length > 0) {
          if (rest.length === 0) {
            const next = await ours.next();
            if (next.done) return false;
            rest = next.value;
            continue;
          }
          const length = Math.min(rest.length, chunk.length);
          if (!equalBytes(rest.subarray(0, length), chunk.subarray(0, length))) return false;
          rest = rest.subarray(length);
          chunk = chunk.subarray(length);
        }
      }
      return rest.length === 0 && (await ours.next()).done === true;
    } catch (error) {
      if (error instanceof RevstoreError) return false;
      throw error;
    } finally {
      await ours.return?.();
    }
  }
}
