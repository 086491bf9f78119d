/** Section codecs of svndiff, none, zlib and LZ4, by native code or in plain TypeScript. */
export { compressionErrors } from './errors.js';
export {
  asyncThreshold,
  type Codec,
  type CodecName,
  type CompressionProvider,
  zlibMinimumLength,
} from './codec.js';
export { loadProvider } from './load-provider.js';
