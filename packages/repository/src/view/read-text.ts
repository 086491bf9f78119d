import { concatBytes } from '@revstore/bytes';
import type { Representation, Store } from '@revstore/fsfs';

/** Texts up to this size (bytes) are read in one go; longer ones leave the event loop free. */
const WHOLE = 256 * 1024;

/** A file's text in full, in memory of its own. @throws RevstoreError `FS_CORRUPT`; the signal's reason. */
export async function readText(
  store: Store,
  text: Representation,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (text.expandedSize <= WHOLE) return new Uint8Array(store.reps.readAll(text));
  const chunks: Uint8Array[] = [];
  for await (const chunk of store.reps.stream(text, signal)) chunks.push(new Uint8Array(chunk));
  return concatBytes(chunks);
}
