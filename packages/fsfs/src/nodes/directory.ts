import { compareUtf8, nameBytes, nameText } from '@revstore/bytes';
import { parseHashDump, serializeHashDump } from '@revstore/proplist';
import { corrupt } from '../fsfs-errors/index.js';
import { parseNoderevId, serializeNoderevId, type NoderevId } from '../ids/index.js';

/** One entry of a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: 'file' | 'dir';
  readonly id: NoderevId;
}

/** A directory's entries in byte order of names, with look-up by name. */
export class Directory {
  readonly entries: readonly DirectoryEntry[];

  /** @param entries in byte order of names. */
  constructor(entries: readonly DirectoryEntry[]) {
    this.entries = entries;
  }

  get(name: string): DirectoryEntry | undefined {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = compareUtf8(this.entries[middle].name, name);
      if (order === 0) return this.entries[middle];
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }
}

/**
 * Parses the full text of a directory representation.
 *
 * @throws RevstoreError `FS_CORRUPT`
 */
export function parseDirectory(bytes: Uint8Array): Directory {
  const entries: DirectoryEntry[] = [];
  for (const [name, value] of parseHashDump(bytes)) {
    const text = nameText(value);
    const space = text.indexOf(' ');
    const kind = text.slice(0, space);
    if (kind !== 'file' && kind !== 'dir')
      throw corrupt('Directory entry corrupt', { actual: text.slice(0, 100), path: name });
    entries.push({ name, kind, id: parseNoderevId(text.slice(space + 1)) });
  }
  let sorted = true;
  for (let i = 1; sorted && i < entries.length; i++)
    sorted = compareUtf8(entries[i - 1].name, entries[i].name) < 0;
  if (!sorted) entries.sort((a, b) => compareUtf8(a.name, b.name));
  return new Directory(entries);
}

/** The full text of a directory representation; entries must be in byte order of names. */
export function serializeDirectory(entries: Iterable<DirectoryEntry>): Uint8Array {
  return serializeHashDump(hashEntries(entries));
}

function* hashEntries(entries: Iterable<DirectoryEntry>): Iterable<[string, Uint8Array]> {
  for (const { name, kind, id } of entries) yield [name, nameBytes(`${kind} ${serializeNoderevId(id)}`)];
}
