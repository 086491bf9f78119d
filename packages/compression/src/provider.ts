import { asyncThreshold, type Codec, type CompressionProvider, zlibMinimumLength } from './codec.js';
import { impossibleLength, wrongLength } from './errors.js';

/** A compressed format without the rules of sections. Decoders throw RevstoreError on malformed bytes. */
export interface Engine {
  /** The whole compressed form, or `undefined` where it is known to be no shorter than `bytes`. */
  compress(bytes: Uint8Array, level: number): Uint8Array | undefined;
  /** At most `length` + 1 bytes. */
  decompress(stored: Uint8Array, length: number): Uint8Array;
  compressAsync(bytes: Uint8Array, level: number): Promise<Uint8Array | undefined>;
  decompressAsync(stored: Uint8Array, length: number): Promise<Uint8Array>;
}

/** Builds a provider's codecs from its two engines. */
export function makeProvider(
  name: CompressionProvider['name'],
  engines: { zlib: Engine; lz4: Engine },
): CompressionProvider {
  // No deflate stream grows more than 1032-fold, no LZ4 block more than 255-fold.
  const zlib = makeCodec('zlib', 1, engines.zlib, zlibMinimumLength, 1032);
  const lz4 = makeCodec('lz4', 2, engines.lz4, 1, 255);
  return {
    name,
    none,
    zlib,
    lz4,
    forVersion: (version) => (version === 2 ? lz4 : version === 1 ? zlib : none),
  };
}

const none: Codec = {
  name: 'none',
  svndiffVersion: 0,
  encode: (section) => section,
  decode: (stored, originalLength) => exactly(stored, originalLength),
  encodeAsync: async (section) => section,
  decodeAsync: async (stored, originalLength) => exactly(stored, originalLength),
};

function makeCodec(
  name: 'zlib' | 'lz4',
  svndiffVersion: 1 | 2,
  engine: Engine,
  minimumLength: number,
  maximumGrowth: number,
): Codec {
  const staysRaw = (section: Uint8Array, level: number): boolean => {
    if (!Number.isInteger(level) || level < 0 || level > 9)
      throw new TypeError(`no compression level: ${level}`);
    return section.length < minimumLength || (level === 0 && name === 'zlib');
  };
  const smaller = (section: Uint8Array, compressed: Uint8Array | undefined): Uint8Array =>
    compressed !== undefined && compressed.length < section.length ? plain(compressed) : section;
  const checkGrowth = (stored: Uint8Array, length: number): void => {
    if (length > stored.length * maximumGrowth) throw impossibleLength(length, stored.length);
  };
  const encode: Codec['encode'] = (section, level) =>
    staysRaw(section, level) ? section : smaller(section, engine.compress(section, level));
  const decode: Codec['decode'] = (stored, originalLength) => {
    if (stored.length === originalLength) return stored;
    checkGrowth(stored, originalLength);
    return exactly(plain(engine.decompress(stored, originalLength)), originalLength);
  };
  return {
    name,
    svndiffVersion,
    encode,
    decode,
    async encodeAsync(section, level) {
      if (section.length < asyncThreshold || staysRaw(section, level)) return encode(section, level);
      return smaller(section, await engine.compressAsync(section, level));
    },
    async decodeAsync(stored, originalLength) {
      if (originalLength < asyncThreshold || stored.length === originalLength)
        return decode(stored, originalLength);
      checkGrowth(stored, originalLength);
      return exactly(plain(await engine.decompressAsync(stored, originalLength)), originalLength);
    },
  };
}

function exactly(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length !== length) throw wrongLength(length, bytes.length);
  return bytes;
}

/** Not a Buffer, whose `slice` gives a view and whose views are dear: both providers give the same kind of array. */
function plain(bytes: Uint8Array): Uint8Array {
  return Buffer.isBuffer(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) : bytes;
}
