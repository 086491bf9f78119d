import { RevstoreError, type ErrorCode } from '@revstore/errors';
import { utf8Bytes } from '@revstore/bytes';
import { indexErrors } from './errors.js';

/** Where the indexes of a rev or pack file lie; offsets are bytes from the start of the file. */
export interface IndexFooter {
  /** Start of the l2p index, which is also the length of the item area. */
  readonly l2pOffset: number;
  /** MD5 of the l2p index, 32 lower-case hex digits. */
  readonly l2pChecksum: string;
  /** Start of the p2l index, which is also the end of the l2p index. */
  readonly p2lOffset: number;
  /** MD5 of the p2l index, 32 lower-case hex digits. */
  readonly p2lChecksum: string;
  /** Start of the footer's text, which is also the end of the p2l index. */
  readonly footerOffset: number;
}

/** Bytes that the footer of any file can take, its length byte included: reading as many is always enough. */
export const maxFooterLength = 256;

/**
 * Parses the footer at the end of a rev or pack file.
 *
 * @param tail the last bytes of the file, {@link maxFooterLength} of them or the whole file.
 * @param fileSize length of the file in bytes.
 * @param revision first revision of the file, for messages.
 * @param file name of the file, for the data of errors.
 * @throws RevstoreError `INDEX_FOOTER_CORRUPT`, `INDEX_FOOTER_NUMBER` or `INDEX_FOOTER_CHECKSUM`.
 * @see structure "Revision file format"
 */
export function parseFooter(
  tail: Uint8Array,
  fileSize: number,
  revision: number,
  file?: string,
): IndexFooter {
  const data = { ...(file === undefined ? {} : { file }), revision };
  const fail = (row: ErrorCode, message: string, cause?: unknown): RevstoreError =>
    new RevstoreError(row, message, { data, cause });
  const invalid = () => fail(indexErrors.INDEX_FOOTER_CORRUPT, `Invalid r${revision} footer`);

  if (tail.length === 0 || tail.length > fileSize) throw invalid();
  const length = tail[tail.length - 1];
  if (length + 1 > tail.length) throw invalid();
  const footerOffset = fileSize - 1 - length;
  const bytes = tail.subarray(tail.length - 1 - length, tail.length - 1);
  // As in C, a NUL ends the text; what follows the fourth word is ignored.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').split('\0', 1)[0];
  const words = text.split(' ').filter((word) => word !== '');

  const offset = (word: string | undefined, name: string): number => {
    if (word === undefined) throw invalid();
    const value = /^[+-]?\d+$/.test(word) ? Number(word) : NaN;
    if (value >= 0 && value <= footerOffset - 1) return value;
    const reason = Number.isNaN(value)
      ? `Could not convert '${word}' into a number`
      : `Number '${word}' is out of range '[0, ${footerOffset - 1}]'`;
    throw fail(
      indexErrors.INDEX_FOOTER_NUMBER,
      `Invalid ${name} offset in r${revision} footer`,
      fail(indexErrors.INDEX_FOOTER_NUMBER, reason),
    );
  };
  const checksum = (word: string | undefined): string => {
    if (word === undefined) throw invalid();
    if (!/^[0-9a-fA-F]{32}/.test(word))
      throw fail(indexErrors.INDEX_FOOTER_CHECKSUM, 'Invalid character in hex checksum');
    return word.slice(0, 32).toLowerCase();
  };

  const l2pOffset = offset(words[0], 'L2P');
  const l2pChecksum = checksum(words[1]);
  const p2lOffset = offset(words[2], 'P2L');
  if (p2lOffset <= l2pOffset)
    throw fail(
      indexErrors.INDEX_FOOTER_CORRUPT,
      `P2L offset 0x${p2lOffset.toString(16)} must be larger than L2P offset 0x${l2pOffset.toString(16)}` +
        ` in r${revision} footer`,
    );
  return { l2pOffset, l2pChecksum, p2lOffset, p2lChecksum: checksum(words[3]), footerOffset };
}

/** The footer's text and its length byte, to be appended right after the p2l index. */
export function serializeFooter(footer: Omit<IndexFooter, 'footerOffset'>): Uint8Array {
  const text = utf8Bytes(
    `${footer.l2pOffset} ${footer.l2pChecksum} ${footer.p2lOffset} ${footer.p2lChecksum}`,
  );
  const bytes = new Uint8Array(text.length + 1);
  bytes.set(text);
  bytes[text.length] = text.length;
  return bytes;
}
