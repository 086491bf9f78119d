import { LruCache } from '../cache/index.js';
import type { ItemAddress } from '../ids/index.js';
import type { Representation } from './representation.js';

interface KnownText {
  readonly text: Uint8Array;
  readonly md5: string;
}

/**
 * Full texts that were read, for those that are stored as differences to them: worth it for who reads one version of a file
 * after the other.
 */
export class TextCache {
  readonly #texts: LruCache<string, KnownText>;
  readonly #longest: number;

  /** @param maxBytes bytes of all texts together; a text longer than an eighth of it is not kept. */
  constructor(maxBytes: number) {
    this.#texts = new LruCache(maxBytes);
    this.#longest = maxBytes / 8;
  }

  /** The text stored at an address, that of a base of another one. */
  at(address: ItemAddress): Uint8Array | undefined {
    return this.#texts.get(key(address))?.text;
  }

  /** The text of a representation, where it is what the representation promises. */
  get(rep: Representation): Uint8Array | undefined {
    const known = this.#texts.get(key(rep));
    return known?.md5 === rep.md5 && known.text.length === rep.expandedSize ? known.text : undefined;
  }

  /** Whether a text is short enough to be kept. */
  takes(rep: Representation): boolean {
    return rep.expandedSize <= this.#longest;
  }

  /** @param text as it was checked against `rep`; kept as it is, unless it is a small part of other memory. */
  set(rep: Representation, text: Uint8Array): void {
    const own = text.buffer.byteLength > 2 * text.length ? new Uint8Array(text) : text;
    this.#texts.set(key(rep), { text: own, md5: rep.md5 }, own.length + 200);
  }
}

function key({ revision, itemIndex }: ItemAddress): string {
  return `${revision}/${itemIndex}`;
}
