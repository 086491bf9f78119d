import { svndiffError, svndiffErrors, unexpectedEnd } from './errors.js';

/** A version of the svndiff format: sections raw, compressed by zlib, or by LZ4. */
export type SvndiffVersion = 0 | 1 | 2;

/** Bytes before the first window. */
export const svndiffHeaderLength = 4;

/** The four bytes that begin an svndiff document, as a new array. */
export function svndiffHeader(version: SvndiffVersion): Uint8Array {
  return Uint8Array.of(0x53, 0x56, 0x4e, version);
}

/**
 * Reads the first four bytes of an svndiff document.
 *
 * @throws RevstoreError `INVALID_SVNDIFF_HEADER`, or `UNEXPECTED_END` of fewer than four bytes.
 * @see notes/svndiff
 */
export function parseSvndiffHeader(bytes: Uint8Array): SvndiffVersion {
  if (bytes.length < svndiffHeaderLength) throw unexpectedEnd(bytes.length);
  const version = bytes[3];
  if (bytes[0] !== 0x53 || bytes[1] !== 0x56 || bytes[2] !== 0x4e || version > 2)
    throw svndiffError(svndiffErrors.INVALID_SVNDIFF_HEADER, 'Svndiff has invalid header');
  return version as SvndiffVersion;
}
