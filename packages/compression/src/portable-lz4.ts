import { malformedLz4 } from './errors.js';
import { compressBlock } from './lz4-encoder.js';
import { decompressBlock } from './lz4-decoder.js';
import type { Engine } from './provider.js';

let scratch = new Uint8Array(0);

const compress: Engine['compress'] = (bytes) => {
  if (scratch.length < bytes.length) scratch = new Uint8Array(Math.max(bytes.length, 131_072));
  const length = compressBlock(bytes, scratch.subarray(0, bytes.length - 1));
  return length < 0 ? undefined : scratch.slice(0, length);
};

const decompress: Engine['decompress'] = (stored, length) => {
  const output = new Uint8Array(length);
  const written = decompressBlock(stored, output);
  if (written < 0) throw malformedLz4();
  return written === length ? output : output.subarray(0, written);
};

/** LZ4 in plain TypeScript; the asynchronous forms work on the calling thread. */
export const portableLz4: Engine = {
  compress,
  decompress,
  compressAsync: async (bytes, level) => compress(bytes, level),
  decompressAsync: async (stored, length) => decompress(stored, length),
};
