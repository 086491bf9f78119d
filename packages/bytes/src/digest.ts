import { createHash, hash, type Hash } from 'node:crypto';

/** Lower-case hex of `bytes`. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

/** An MD5 sum in progress; `digest('hex')` gives 32 lower-case digits. */
export function createMd5(): Hash {
  return createHash('md5');
}

/** A SHA-1 sum in progress; `digest('hex')` gives 40 lower-case digits. */
export function createSha1(): Hash {
  return createHash('sha1');
}

/** MD5 of `bytes` as 32 lower-case hex digits. */
export function md5Hex(bytes: Uint8Array | string): string {
  return hash('md5', bytes, 'hex');
}

/** SHA-1 of `bytes` as 40 lower-case hex digits. */
export function sha1Hex(bytes: Uint8Array | string): string {
  return hash('sha1', bytes, 'hex');
}
