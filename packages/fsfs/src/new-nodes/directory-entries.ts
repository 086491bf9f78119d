import { compareUtf8 } from '@revstore/bytes';
import { parseNoderevId } from '../ids/index.js';
import type { DirectoryEntry } from '../nodes/index.js';
import type { EntryChange } from './tree-writer.js';

/** An entry with its id in the stored form. */
export interface StoredEntry {
  readonly name: string;
  readonly kind: 'file' | 'dir';
  readonly id: string;
}

/** The entries of a directory after changes; both lists, and the result, in byte order of names. */
export function replaceEntries<Old extends { readonly name: string }, New>(
  old: readonly Old[],
  changes: readonly EntryChange[],
  make: (entry: StoredEntry) => New,
  keep: (entry: Old) => New,
): New[] {
  const merged: New[] = [];
  let next = 0;
  const take = (): void => {
    const { name, kind, id } = changes[next++];
    if (id !== undefined) merged.push(make({ name, kind, id }));
  };
  for (const entry of old) {
    while (next < changes.length && compareUtf8(changes[next].name, entry.name) < 0) take();
    if (next < changes.length && changes[next].name === entry.name) take();
    else merged.push(keep(entry));
  }
  while (next < changes.length) take();
  return merged;
}

/** {@link replaceEntries} of a committed directory. */
export function committedEntries(
  old: readonly DirectoryEntry[],
  changes: readonly EntryChange[],
): DirectoryEntry[] {
  return replaceEntries(
    old,
    changes,
    ({ name, kind, id }) => ({ name, kind, id: parseNoderevId(id) }),
    (entry) => entry,
  );
}
