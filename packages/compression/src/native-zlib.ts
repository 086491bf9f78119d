import { deflate, deflateSync, inflate, inflateSync, type ZlibOptions } from 'node:zlib';
import { malformedZlib, wrongLength } from './errors.js';
import type { Engine } from './provider.js';

/** Output in one piece: no deflate stream is longer than this. */
function deflateOptions(length: number, level: number): ZlibOptions {
  return { level, chunkSize: length + (length >> 12) + (length >> 14) + 64 };
}

/** Output in one piece, and none beyond the length told. */
function inflateOptions(length: number): ZlibOptions {
  return { chunkSize: Math.max(length + 1, 64), maxOutputLength: Math.max(length, 1) };
}

function inflateError(error: unknown, length: number): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ERR_BUFFER_TOO_LARGE') return wrongLength(length, length + 1);
  return code?.startsWith('Z_') ? malformedZlib(error) : error;
}

/** zlib by node:zlib; its asynchronous forms run on Node's thread pool. */
export const nativeZlib: Engine = {
  compress: (bytes, level) => deflateSync(bytes, deflateOptions(bytes.length, level)),

  decompress(stored, length) {
    try {
      return inflateSync(stored, inflateOptions(length));
    } catch (error) {
      throw inflateError(error, length);
    }
  },

  compressAsync: (bytes, level) =>
    new Promise((resolve, reject) => {
      deflate(bytes, deflateOptions(bytes.length, level), (error, result) =>
        error ? reject(error) : resolve(result),
      );
    }),

  decompressAsync: (stored, length) =>
    new Promise((resolve, reject) => {
      inflate(stored, inflateOptions(length), (error, result) =>
        error ? reject(inflateError(error, length) as Error) : resolve(result),
      );
    }),
};
