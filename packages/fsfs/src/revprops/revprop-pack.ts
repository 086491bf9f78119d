import type { CompressionProvider } from '@revstore/compression';
import { decodeSection } from '@revstore/svndiff';
import { corrupt } from '../fsfs-errors/index.js';

/** Most bytes that a pack body may expand to; svn splits packs at a few hundred KiB, single huge lists excepted. */
const maxPackLength = 1024 * 1024 * 1024;

/**
 * The name of the pack file that holds a revision, from the shard's manifest: one name per line, revision 0 has none.
 *
 * @throws RevstoreError `FS_CORRUPT`
 */
export function packNameOf(manifest: string, revision: number, shardSize: number): string {
  const first = revision < shardSize ? 1 : revision - (revision % shardSize);
  const count = revision < shardSize ? shardSize - 1 : shardSize;
  const fail = (what: string, actual: string | number) =>
    corrupt(`Packed revprop manifest for r${revision} ${what}`, { revision, actual });
  // The first name of a shard is one of its shortest.
  if (manifest.length < count * `${first}.0\n`.length || !manifest.endsWith('\n'))
    throw fail('not properly terminated', manifest.length);
  const names = manifest.split('\n');
  if (names.length - 1 !== count)
    throw fail(names.length > count ? 'has too many entries' : 'has too few entries', names.length - 1);
  const name = names[revision - first];
  if (!/^[0-9]+\.[0-9]+$/.test(name)) throw fail('is corrupt', name);
  return name;
}

/**
 * The serialized property list of one revision out of a pack file.
 *
 * @returns a view.
 * @throws RevstoreError `FS_CORRUPT`
 */
export function parseRevpropPack(
  bytes: Uint8Array,
  revision: number,
  provider: CompressionProvider,
): Uint8Array {
  const body = decodeSection(bytes, provider.zlib, maxPackLength);
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.length);
  let at = 0;
  const number = (): number => {
    const end = buffer.indexOf(10, at);
    const text = end < 0 ? '' : buffer.toString('latin1', at, Math.min(end, at + 20));
    if (!/^[0-9]{1,15}$/.test(text)) throw corrupt('Corrupt packed revprop header', { revision, offset: at });
    at = end + 1;
    return Number(text);
  };
  const first = number();
  const count = number();
  if (revision < first || revision >= first + count)
    throw corrupt(`Packed revprops start at r${first} and hold ${count} revisions, not r${revision}`, {
      revision,
    });
  let skip = 0;
  let size = 0;
  for (let i = 0; i < count; i++) {
    const next = number();
    if (i < revision - first) skip += next;
    else if (i === revision - first) size = next;
  }
  if (buffer[at] !== 10) throw corrupt('Header end not found in packed revprops', { revision, offset: at });
  const start = at + 1 + skip;
  if (start + size > body.length)
    throw corrupt('Packed revprop size exceeds pack file size', { revision, expected: size, offset: start });
  return body.subarray(start, start + size);
}
