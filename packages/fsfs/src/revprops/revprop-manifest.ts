import { corrupt } from '../fsfs-errors/index.js';

/** The manifest of a packed shard: which file holds the properties of which revision. */
export interface RevpropManifest {
  /** The shard's first revision that is packed: revision 0 never is. */
  readonly first: number;
  /** Names of pack files, one for each revision from `first` on; the same name for all in one file. */
  readonly names: readonly string[];
}

/**
 * Parses a manifest: one name per line.
 *
 * @param revision of the shard; errors name it.
 * @throws RevstoreError `FS_CORRUPT`
 */
export function parseRevpropManifest(text: string, revision: number, shardSize: number): RevpropManifest {
  const first = revision < shardSize ? 1 : revision - (revision % shardSize);
  const count = revision < shardSize ? shardSize - 1 : shardSize;
  const fail = (what: string, actual: string | number) =>
    corrupt(`Packed revprop manifest for r${revision} ${what}`, { revision, actual });
  // The first name of a shard is one of its shortest.
  if (text.length < count * `${first}.0\n`.length || !text.endsWith('\n'))
    throw fail('not properly terminated', text.length);
  const names = text.split('\n');
  names.pop();
  if (names.length !== count)
    throw fail(names.length > count ? 'has too many entries' : 'has too few entries', names.length);
  return { first, names };
}

/** The contents of a manifest. */
export function serializeRevpropManifest(names: readonly string[]): Uint8Array {
  return Buffer.from(names.map((name) => `${name}\n`).join(''), 'latin1');
}

/**
 * The name of the file that holds `revision`.
 *
 * @throws RevstoreError `FS_CORRUPT` for one that is no name of a pack file.
 */
export function packNameOf(manifest: RevpropManifest, revision: number): string {
  const name = manifest.names[revision - manifest.first];
  if (!/^[0-9]+\.[0-9]+$/.test(name))
    throw corrupt(`Packed revprop manifest for r${revision} is corrupt`, { revision, actual: name });
  return name;
}

/**
 * A new name for a part of a pack file: the part's first revision, and a number one above that of the old name, so that
 * no reader takes the new file for the old one.
 */
export function nextPackName(oldName: string, first: number): string {
  return `${first}.${BigInt(oldName.slice(oldName.indexOf('.') + 1)) + 1n}`;
}
