/** Name of a section codec. */
export type CodecName = 'none' | 'zlib' | 'lz4';

/**
 * Encodes and decodes the sections of svndiff windows.
 *
 * The asynchronous forms give the same results. They use other threads where the provider has them and the section
 * has at least {@link asyncThreshold} bytes; the bytes given must not change until the promise settles.
 *
 * @see spec/compression#0
 */
export interface Codec {
  readonly name: CodecName;
  /** The svndiff version whose sections this codec makes. */
  readonly svndiffVersion: 0 | 1 | 2;

  /**
   * Encodes one section.
   *
   * @param level 0..9, for zlib only.
   * @returns `section` itself where it is to be stored raw: compressing would not make it smaller or, with zlib, it is
   * shorter than {@link zlibMinimumLength}; otherwise a new array that is shorter than `section`.
   */
  encode(section: Uint8Array, level: number): Uint8Array;

  /**
   * Decodes one section.
   *
   * @param originalLength length in bytes of the section before it was encoded. The caller has checked it against the
   * limits of its format; never much more than it is allocated.
   * @returns exactly `originalLength` bytes: `stored` itself where it is raw, otherwise a new array.
   * @throws RevstoreError of kind `corrupt`.
   */
  decode(stored: Uint8Array, originalLength: number): Uint8Array;

  encodeAsync(section: Uint8Array, level: number): Promise<Uint8Array>;
  decodeAsync(stored: Uint8Array, originalLength: number): Promise<Uint8Array>;
}

/** One implementation of every codec. */
export interface CompressionProvider {
  readonly name: 'native' | 'portable';
  readonly none: Codec;
  readonly zlib: Codec;
  readonly lz4: Codec;
  /** The codec of an svndiff version. */
  forVersion(version: 0 | 1 | 2): Codec;
}

/** zlib leaves sections shorter than this many bytes raw, as svn does; shorter compressed ones are read. */
export const zlibMinimumLength = 512;

/**
 * Length in bytes from which a section is coded on another thread. Handing one over costs 2 µs (LZ4) to 50 µs (zlib,
 * whose streams Node builds anew). Measured on two cores, encoding is sooner done on threads from about 4 KiB with LZ4
 * and 16 KiB with zlib; decoding is so quick that threads do little more than keep the calling one free.
 */
export const asyncThreshold = 16_384;
