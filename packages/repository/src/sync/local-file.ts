import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { serializeLink, translateBytes, translateChunks, type Translation } from '@revstore/working-files';
import type { FileContents, NodeStat } from '../api/index.js';
import { readLinkTarget, SourceFile } from '../import/index.js';

/** Files up to this many bytes are read in one piece. */
const wholeFileLimit = 512 * 1024;

/** A local file or link, read as often as needed. */
export class LocalFile {
  readonly path: string;
  /** Absent for links. */
  readonly stat?: Stats;
  /** All bytes, or the first ones of a file that is long. */
  readonly start: Uint8Array;
  readonly #whole: boolean;

  private constructor(path: string, start: Uint8Array, stat?: Stats) {
    this.path = path;
    this.start = start;
    this.#whole = stat === undefined || start.length < wholeFileLimit;
    if (stat) this.stat = stat;
  }

  /** A link as the text that is stored for it. @throws RevstoreError of the system. */
  static link(path: string): LocalFile {
    return new LocalFile(path, serializeLink(readLinkTarget(path)));
  }

  /** @throws RevstoreError of the system. */
  static open(path: string): LocalFile {
    const file = new SourceFile(path);
    try {
      const room = Buffer.allocUnsafe(Math.min(file.stat.size + 1, wholeFileLimit));
      let start = file.readStart(room, room.length);
      // It has grown since.
      if (start.length === room.length && room.length < wholeFileLimit) {
        const rest = file.readStart(Buffer.allocUnsafe(wholeFileLimit), wholeFileLimit - start.length);
        start = Buffer.concat([start, rest]);
      }
      return new LocalFile(path, start, file.stat);
    } finally {
      file.close();
    }
  }

  /** What is stored of it. */
  contents(translation: Translation | undefined): FileContents {
    if (this.#whole) return translateBytes(this.start, translation);
    return translateChunks(this.#chunks(), translation);
  }

  /** Whether a stored file has these contents, by size and MD5. */
  async equals(stored: NodeStat, translation: Translation | undefined): Promise<boolean> {
    if (!this.#whole && !translation && this.stat!.size !== stored.size) return false;
    const contents = this.contents(translation);
    if (contents instanceof Uint8Array && contents.length !== stored.size) return false;
    const hash = createHash('md5');
    if (contents instanceof Uint8Array) hash.update(contents);
    else for await (const chunk of contents) hash.update(chunk);
    return hash.digest('hex') === stored.md5;
  }

  *#chunks(): Generator<Uint8Array, void, undefined> {
    const file = new SourceFile(this.path);
    try {
      yield* file.chunks(new Uint8Array(0));
    } finally {
      file.close();
    }
  }
}
