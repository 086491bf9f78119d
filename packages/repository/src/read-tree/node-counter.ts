import type { Noderev, NoderevId, Store } from '@revstore/fsfs';

/** A file to be read. */
export type ReadJob = NoderevId;

/** What was read. */
export interface ReadCounts {
  bytesInFiles: number;
  properties: number;
  bytesInProperties: number;
}

/** Counts to begin with. */
export function noCounts(): ReadCounts {
  return { bytesInFiles: 0, properties: 0, bytesInProperties: 0 };
}

/** Adds counts to a sum. */
export function addCounts(sum: ReadCounts, counts: ReadCounts): void {
  sum.bytesInFiles += counts.bytesInFiles;
  sum.properties += counts.properties;
  sum.bytesInProperties += counts.bytesInProperties;
}

/** Reads nodes in full and counts what a client would be sent of them. */
export class NodeCounter {
  readonly #store: Store;
  readonly #checkStop: () => void;
  readonly #entryProperties = new Map<number, { readonly count: number; readonly bytes: number }>();

  /** @param checkStop throws once the reading is to end; called between the chunks of large files. */
  constructor(store: Store, checkStop: () => void) {
    this.#store = store;
    this.#checkStop = checkStop;
  }

  /** Reads the text and the properties of a file. @throws RevstoreError `FS_CORRUPT` */
  async readFile(job: ReadJob): Promise<ReadCounts> {
    const node = this.#store.nodes.noderev(job);
    const counts = noCounts();
    this.countProperties(node, counts);
    if (!node.text) return counts;
    if (node.text.expandedSize <= 1024 * 1024)
      for (const chunk of this.#store.reps.chunks(node.text)) counts.bytesInFiles += chunk.length;
    else
      for await (const chunk of this.#store.reps.stream(node.text)) {
        this.#checkStop();
        counts.bytesInFiles += chunk.length;
      }
    return counts;
  }

  /** Adds the properties of a node; bytes only for files, as Subversion's benchmark does. */
  countProperties(node: Noderev, counts: ReadCounts): void {
    const properties = this.#store.nodes.properties(node);
    const extra = this.#entry(node.id.revision);
    counts.properties += properties.size + extra.count;
    if (node.kind === 'dir') return;
    counts.bytesInProperties += extra.bytes;
    for (const value of properties.values()) counts.bytesInProperties += value.length;
  }

  #entry(revision: number): { readonly count: number; readonly bytes: number } {
    let entry = this.#entryProperties.get(revision);
    if (!entry) {
      const properties = this.#store.revprops.read(revision);
      const sent = ['svn:date', 'svn:author'].flatMap((name) => properties.get(name) ?? []);
      entry = {
        count: sent.length + 2,
        bytes:
          sent.reduce((sum, value) => sum + value.length, 0) +
          String(revision).length +
          this.#store.ids.uuid.length,
      };
      this.#entryProperties.set(revision, entry);
    }
    return entry;
  }
}
