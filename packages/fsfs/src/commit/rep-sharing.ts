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
    const texts = this.#ownTexts();
    const lists = this.#propertyLists();
    if (texts.length + lists.length === 0) return;
    const sha1s = [
      ...texts.map(({ text }) => text.sha1),
      ...lists.map(({ sha1 }) => Buffer.from(sha1, 'hex')),
    ];
    const { value: rows, skipped } = await useRepIndex(
      this.#store,
      async (index) => {
        await index.catchUp(youngest, { signal, milliseconds: catchUpLimit });
        return index.lookupMany(sha1s);
      },
      { signal },
    );
    this.#skipped = skipped;
    if (!rows) return;
    for (const [i, { rows: users, text }] of texts.entries())
      await this.#shareText(users, text, rows[i], youngest);
    for (const [i, { sha1, bytes }] of lists.entries())
      this.#shareProperties(sha1, bytes, rows[texts.length + i], youngest);
  }

  /**
   * Adds what the published revision stores to the index where that is much; otherwise the next commit that looks for
   * something reads it.
   */
  async published(revision: number, propertyReps: ReadonlyMap<string, Representation>): Promise<void> {
    if (!this.#txn.sharing) return;
    const stored: StoredRep[] = this.#ownTexts().map(({ text }) => ({
      sha1: Uint8Array.from(text.sha1),
      revision,
      itemIndex: text.itemIndex,
      size: text.size,
      expandedSize: text.expandedSize,
    }));
    for (const [sha1, rep] of propertyReps)
      if (rep.revision === revision) stored.push({ ...rep, sha1: Buffer.from(sha1, 'hex') });
    if (stored.length < addAtOnce) return;
    const add = async (index: RepIndex): Promise<void> => index.add(stored, revision);
    const { skipped } = await useRepIndex(this.#store, add, { waitMilliseconds: 0 });
    this.#skipped ??= skipped;
  }

  /** Each text that the transaction itself holds, with the rows of the files that have it. */
  #ownTexts(): { readonly text: StoredText; readonly rows: readonly number[] }[] {
    const { edits } = this.#txn;
    const found = new Map<number, { text: StoredText; rows: number[] }>();
    for (let row = 0; row < edits.length; row++) {
      const text = edits.text(row);
      if (!text || text.revision !== undefined) continue;
      const known = found.get(text.itemIndex);
      if (known) known.rows.push(row);
      else found.set(text.itemIndex, { text, rows: [row] });
    }
    return [...found.values()];
  }

  #propertyLists(): { readonly sha1: string; readonly bytes: Uint8Array }[] {
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

  async #shareText(
    rows: readonly number[],
    text: StoredText,
    found: RepRow | undefined,
    youngest: number,
  ): Promise<void> {
    if (!found || found.revision > youngest || found.expandedSize !== text.expandedSize) return;
    const { edits } = this.#txn;
    const { revision, itemIndex, size } = found;
    const own = ownRepresentation(text);
    const theirs = { ...own, revision, itemIndex, size };
    if (!(await this.#sameContents(own, theirs))) return;
    const { md5, sha1, expandedSize } = text;
    const shared = { revision, itemIndex, size, expandedSize, md5: md5.slice(), sha1: sha1.slice() };
    for (const row of rows) edits.setText(row, shared, edits.text(row)!.uniquifier);
  }

  #shareProperties(sha1: string, bytes: Uint8Array, found: RepRow | undefined, youngest: number): void {
    if (!found || found.revision > youngest || found.expandedSize !== bytes.length) return;
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
