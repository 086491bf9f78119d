/** Bytes and the small formats of a repository: cursors, integers, base 36, dates, digests, item checksums. */
export { bytesErrors } from './errors.js';
export { Cursor } from './cursor.js';
export {
  maxVarintLength,
  readPackedInt,
  readPackedUint,
  readVarint,
  varintLength,
  writePackedInt,
  writePackedUint,
  writeVarint,
} from './varint.js';
export { formatBase36, parseBase36 } from './base36.js';
export { formatStoredDate, parseStoredDate } from './stored-date.js';
export { fnv1a, ItemChecksum, itemChecksum } from './fnv1a.js';
export { createMd5, createSha1, md5Hex, sha1Hex, toHex } from './digest.js';
export {
  compareUtf8,
  concatBytes,
  equalBytes,
  nameBytes,
  nameText,
  strictUtf8Text,
  utf8Bytes,
  utf8Text,
} from './arrays.js';
