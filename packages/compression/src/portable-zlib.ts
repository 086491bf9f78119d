import type pako from 'pako';
import { malformedZlib, wrongLength } from './errors.js';
import type { Engine } from './provider.js';

/** zlib by pako, in plain JavaScript; the asynchronous forms work on the calling thread. */
export function portableZlib(library: Pick<typeof pako, 'deflate' | 'Inflate'>): Engine {
  const compress: Engine['compress'] = (bytes, level) =>
    library.deflate(bytes, { level: level as 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 });

  const decompress: Engine['decompress'] = (stored, length) => {
    // With a window size given pako does not look for gzip; with a byte to spare a right stream ends in one chunk.
    const stream = new library.Inflate({ windowBits: 15, chunkSize: length + 1 });
    let output = new Uint8Array(0);
    stream.onData = (data) => {
      const chunk = data as Uint8Array<ArrayBuffer>;
      if (output.length + chunk.length > length) throw wrongLength(length, output.length + chunk.length);
      output = chunk;
    };
    stream.onEnd = () => {};
    if (!stream.push(stored, true)) throw malformedZlib();
    return output;
  };

  return {
    compress,
    decompress,
    compressAsync: async (bytes, level) => compress(bytes, level),
    decompressAsync: async (stored, length) => decompress(stored, length),
  };
}
