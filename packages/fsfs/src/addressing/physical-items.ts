import { corrupt } from '../fsfs-errors/index.js';
import { itemIndexes } from '../index-format/index.js';

/** Longest last line of a revision file: two numbers, a space and two newlines. */
const maxTrailerLength = 64;

/** Where the two items of a revision begin that nothing else refers to (bytes from the start of the revision). */
export interface RevisionTrailer {
  readonly root: number;
  readonly changes: number;
}

/**
 * Parses the last line of a revision: offsets of its root node and of its changed paths.
 *
 * @param tail the last bytes of the revision.
 * @throws RevstoreError `FS_CORRUPT`
 * @see structure#Revision file format
 */
export function parseTrailer(tail: Uint8Array): RevisionTrailer {
  const match = /\n([0-9]{1,15}) ([0-9]{1,15})\n$/.exec(Buffer.from(tail).toString('latin1'));
  if (!match) throw corrupt('Revision file lacks trailing newline, or its final line is malformed');
  return { root: Number(match[1]), changes: Number(match[2]) };
}

/**
 * Parses the manifest of a packed shard: where each revision begins in the pack file (bytes).
 *
 * @throws RevstoreError `FS_CORRUPT`
 */
export function parsePackManifest(text: string, file: string, shardSize: number): number[] {
  const lines = text.split('\n');
  const offsets = lines.slice(0, -1).map(Number);
  const wellFormed = lines.at(-1) === '' && lines.slice(0, -1).every((line) => /^[0-9]{1,15}$/.test(line));
  if (!wellFormed || offsets.length !== shardSize || offsets.some((at, i) => i > 0 && at <= offsets[i - 1]))
    throw corrupt(`Manifest '${file}' does not name ${shardSize} offsets`, { file, actual: offsets.length });
  return offsets;
}

/** What a physically addressed file must tell of itself. */
export interface PhysicalSource {
  readonly path: string;
  readonly size: number;
  readonly firstRevision: number;
  read(offset: number, length: number): Uint8Array;
}

/** Finds items in a file without indexes: an item index is an offset from where its revision begins. */
export class PhysicalItems {
  readonly #source: PhysicalSource;
  /** Where revisions begin in the file (bytes), from its first one on. */
  readonly #starts: readonly number[];
  readonly #trailers = new Map<number, RevisionTrailer>();

  constructor(source: PhysicalSource, starts: readonly number[]) {
    this.#source = source;
    this.#starts = starts;
  }

  /** The offset that an item index stands for; the fixed ones of root node and changed paths are looked up. */
  itemIndexOf(revision: number, itemIndex: number): number {
    if (itemIndex === itemIndexes.rootNode) return this.#trailer(revision).root;
    if (itemIndex === itemIndexes.changes) return this.#trailer(revision).changes;
    return itemIndex;
  }

  /** Offset (bytes) of an item in the file, or -1 where it is not within its revision. */
  offsetOf(revision: number, itemIndex: number): number {
    const [start, end] = this.#range(revision);
    const offset = start + this.itemIndexOf(revision, itemIndex);
    return offset < end ? offset : -1;
  }

  #range(revision: number): [start: number, end: number] {
    const at = revision - this.#source.firstRevision;
    return [this.#starts[at], this.#starts[at + 1] ?? this.#source.size];
  }

  #trailer(revision: number): RevisionTrailer {
    let trailer = this.#trailers.get(revision);
    if (!trailer) {
      const [start, end] = this.#range(revision);
      const length = Math.max(0, Math.min(maxTrailerLength, end - start));
      try {
        trailer = parseTrailer(this.#source.read(end - length, length));
      } catch (error) {
        const { path } = this.#source;
        throw corrupt(
          `Can't find the root of r${revision} in '${path}'`,
          { file: path, revision, offset: end - length },
          error,
        );
      }
      this.#trailers.set(revision, trailer);
    }
    return trailer;
  }
}
