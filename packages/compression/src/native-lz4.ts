import { malformedLz4 } from './errors.js';
import type { Engine } from './provider.js';

/** What is used of the package lz4-napi. */
export interface Lz4Addon {
  compressSync(data: Uint8Array): Buffer;
  compress(data: Uint8Array): Promise<Buffer>;
  uncompressSync(data: Uint8Array): Buffer;
  uncompress(data: Uint8Array): Promise<Buffer>;
}

/** The add-on's blocks begin with their original length, 4 bytes little-endian, which svndiff's do not. */
const prefixLength = 4;

function writePrefixed(target: Buffer, stored: Uint8Array, length: number): Buffer {
  target.writeUInt32LE(length, 0);
  target.set(stored, prefixLength);
  return target;
}

/** LZ4 by the native add-on; its asynchronous forms run on Node's thread pool. */
export function nativeLz4(addon: Lz4Addon): Engine {
  let scratch = Buffer.alloc(0);
  return {
    compress: (bytes) => addon.compressSync(bytes).subarray(prefixLength),

    decompress(stored, length) {
      const size = stored.length + prefixLength;
      if (scratch.length < size) scratch = Buffer.allocUnsafeSlow(Math.max(size, 131_072));
      try {
        return addon.uncompressSync(writePrefixed(scratch.subarray(0, size), stored, length));
      } catch (error) {
        throw malformedLz4(error);
      }
    },

    compressAsync: async (bytes) => (await addon.compress(bytes)).subarray(prefixLength),

    async decompressAsync(stored, length) {
      const prefixed = writePrefixed(Buffer.allocUnsafe(stored.length + prefixLength), stored, length);
      try {
        return await addon.uncompress(prefixed);
      } catch (error) {
        throw malformedLz4(error);
      }
    },
  };
}
