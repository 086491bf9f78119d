import type { CompressionProvider } from '@revstore/compression';
import { decodeSection, encodeSection } from '@revstore/svndiff';
import type { RevstoreError } from '@revstore/errors';
import { corrupt } from '../fsfs-errors/index.js';

/** Most bytes that a pack body may expand to; svn splits packs at a few hundred KiB, single huge lists excepted. */
const maxPackLength = 1024 * 1024 * 1024;

/** The zlib level of svn's packs. */
const compressionLevel = 5;

/** Property lists of consecutive revisions. */
export interface RevpropPack {
  readonly first: number;
  /** Serialized lists of the revisions from `first` on. */
  readonly lists: readonly Uint8Array[];
}

/**
 * Parses a pack file.
 *
 * @returns lists that are views.
 * @throws RevstoreError `FS_CORRUPT`
 */
export function parseRevpropPack(bytes: Uint8Array, provider: CompressionProvider): RevpropPack {
  const body = decodeSection(bytes, provider.zlib, maxPackLength);
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.length);
  let at = 0;
  const number = (): number => {
    const end = buffer.indexOf(10, at);
    const text = end < 0 ? '' : buffer.toString('latin1', at, Math.min(end, at + 20));
    if (!/^[0-9]{1,15}$/.test(text)) throw corrupt('Corrupt packed revprop header', { offset: at });
    at = end + 1;
    return Number(text);
  };
  const first = number();
  const count = number();
  // Each size takes two bytes at least, so a false count ends here before it takes much.
  const sizes: number[] = [];
  for (let i = 0; i < count; i++) sizes.push(number());
  if (buffer[at] !== 10) throw corrupt('Header end not found', { offset: at });
  at++;
  const lists = sizes.map((size) => {
    if (size > body.length - at)
      throw corrupt('Packed revprop size exceeds pack file size', { expected: size, offset: at });
    const list = body.subarray(at, at + size);
    at += size;
    return list;
  });
  return { first, lists };
}

/**
 * The contents of a pack file.
 *
 * @param compress whether `fsfs.conf` asks for compressed packs.
 */
export function serializeRevpropPack(
  { first, lists }: RevpropPack,
  provider: CompressionProvider,
  compress: boolean,
): Uint8Array {
  const header = `${first}\n${lists.length}\n${lists.map((list) => `${list.length}\n`).join('')}\n`;
  const body = Buffer.concat([Buffer.from(header, 'latin1'), ...lists]);
  return encodeSection(body, provider.zlib, compress ? compressionLevel : 0);
}

/** A pack without what it ought to hold, or with revisions of other shards. */
export function wrongRevisions({ first, lists }: RevpropPack, revision: number): RevstoreError {
  return corrupt(
    `Revprop pack for revision r${revision} contains revprops for r${first} .. r${first + lists.length - 1}`,
    { revision },
  );
}
