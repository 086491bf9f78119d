import { equalBytes } from '@revstore/bytes';
import type { CompressionProvider } from '@revstore/compression';
import { acquireLock, removeIfExists, replaceFile } from '@revstore/files';
import { serializeHashDump, sortedEntries } from '@revstore/proplist';
import { RevstoreError } from '@revstore/errors';
import type { RevisionFiles } from '../addressing/index.js';
import type { FsfsSettings } from '../config/index.js';
import { fsErrors } from '../fsfs-errors/index.js';
import { readYoungest, type StorePaths } from '../layout/index.js';
import { planPacks } from './plan-packs.js';
import { nextPackName, serializeRevpropManifest } from './revprop-manifest.js';
import { serializeRevpropPack } from './revprop-pack.js';
import type { RevpropReader } from './revprop-reader.js';

/** What of a store a change of revision properties needs. */
export interface RevpropStore {
  readonly format: { readonly features: { readonly packedRevprops: boolean } };
  readonly paths: StorePaths;
  readonly settings: FsfsSettings;
  readonly provider: CompressionProvider;
  readonly files: RevisionFiles;
  readonly revprops: RevpropReader;
}

/** When a revision property is changed. */
export interface ChangeRevpropOptions {
  /** The value that the property must have before; `null`: it must not be there. */
  readonly expected?: Uint8Array | null;
  /** Ends the wait for the write lock. */
  readonly signal?: AbortSignal;
}

/**
 * Sets a property of a revision, or removes it, under the write lock that Subversion's writers take. Readers and crashes
 * find the old list or the new one.
 *
 * @param value `undefined` removes the property.
 * @returns the value before, `undefined` where there was none.
 * @throws RevstoreError `FS_NO_SUCH_REVISION`; `FS_PROP_BASEVALUE_MISMATCH` (E160049) where the property has not the
 * value expected; the signal's reason.
 * @see libsvn_fs_fs/fs_fs.c#change_rev_prop_body
 */
export async function changeRevprop(
  store: RevpropStore,
  revision: number,
  name: string,
  value: Uint8Array | undefined,
  options: ChangeRevpropOptions = {},
): Promise<Uint8Array | undefined> {
  const { paths, files, revprops } = store;
  const { expected, signal } = options;
  const lock = await acquireLock(paths.writeLock, {
    modeFrom: paths.current,
    ...(signal ? { signal } : {}),
  });
  try {
    files.refresh();
    revprops.refresh();
    if (!Number.isSafeInteger(revision) || revision < 0 || revision > readYoungest(paths))
      throw new RevstoreError(fsErrors.FS_NO_SUCH_REVISION, `No such revision ${revision}`, {
        data: { revision },
      });
    const properties = revprops.read(revision);
    const before = properties.get(name);
    if (expected !== undefined && !equalValues(before, expected ?? undefined))
      throw new RevstoreError(
        fsErrors.FS_PROP_BASEVALUE_MISMATCH,
        `revprop '${name}' has unexpected value in filesystem`,
        { data: { revision, name } },
      );
    if (equalValues(before, value)) return before;
    if (value === undefined) properties.delete(name);
    else properties.set(name, value);
    writeList(store, revision, serializeHashDump(sortedEntries(properties)));
    return before;
  } finally {
    revprops.refresh();
    lock.release();
  }
}

function equalValues(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equalBytes(a, b);
}

function writeList(store: RevpropStore, revision: number, list: Uint8Array): void {
  const { paths, files } = store;
  if (revision !== 0 && store.format.features.packedRevprops && files.isPacked(revision))
    writePackedList(store, revision, list);
  // Modes are those of the revision file: there may be no revprop file yet.
  else replaceFile(paths.revpropFile(revision), list, { modeFrom: revisionFile(store, revision) });
}

/**
 * New packs are complete before the manifest names them, and old ones go after it no longer does: a reader that has the
 * old manifest finds the old file or reads the manifest again.
 */
function writePackedList(store: RevpropStore, revision: number, list: Uint8Array): void {
  const { paths, settings, provider } = store;
  const { manifest, name, pack } = store.revprops.readPacked(revision);
  const options = { modeFrom: revisionFile(store, revision) };
  const changed = revision - pack.first;
  const lists = pack.lists.with(changed, list);
  const sizes = lists.map((bytes) => bytes.length);
  const write = (file: string, start: number, end: number): void => {
    const part = { first: pack.first + start, lists: lists.slice(start, end) };
    const bytes = serializeRevpropPack(part, provider, settings.compressPackedRevprops);
    replaceFile(paths.revpropPack(revision, file), bytes, options);
  };

  const ranges = planPacks(sizes, changed, settings.revpropPackSize);
  if (ranges.length === 1) {
    write(name, 0, lists.length);
    return;
  }
  const names = [...manifest.names];
  for (const { start, end } of ranges) {
    const first = pack.first + start;
    const newName = nextPackName(name, first);
    write(newName, start, end);
    names.fill(newName, first - manifest.first, pack.first + end - manifest.first);
  }
  replaceFile(paths.revpropPack(revision, 'manifest'), serializeRevpropManifest(names), options);
  try {
    removeIfExists(paths.revpropPack(revision, name));
  } catch (error) {
    // The change stands, and nothing names the old file any more.
    if (!(error instanceof RevstoreError)) throw error;
  }
}

function revisionFile({ paths, files }: RevpropStore, revision: number): string {
  return files.isPacked(revision) ? paths.packFile(revision) : paths.revFile(revision);
}
