import { hash } from 'node:crypto';
import { itemChecksum } from '@revstore/bytes';
import type { Codec } from '@revstore/compression';
import { encodeNewDataWindow, svndiffHeader, windowSize } from '@revstore/svndiff';
import { repTrailer, serializeRepHeader } from '../reps/index.js';

/** A text as the item that a proto-rev file takes: header line, svndiff document, trailer. */
export interface EncodedText {
  readonly item: Uint8Array;
  /** Stored bytes between header line and trailer. */
  readonly size: number;
  readonly expandedSize: number;
  /** 16 bytes. */
  readonly md5: Uint8Array;
  /** 20 bytes. */
  readonly sha1: Uint8Array;
  /** Item checksum of `item`. */
  readonly checksum: number;
}

/** The header line of a text's representation, a delta against nothing. */
export const textHeader: Uint8Array = Buffer.from(serializeRepHeader({ type: 'delta' }), 'latin1');
/** What follows a text's svndiff document. */
export const textTrailer: Uint8Array = Buffer.from(repTrailer, 'latin1');

/**
 * Encodes a whole text against the empty one. Pure, so that it may run on any thread.
 *
 * @param level 0..9, for zlib only.
 */
export function encodeText(text: Uint8Array, codec: Codec, level: number): EncodedText {
  const windows: Uint8Array[] = [];
  for (let at = 0; at < text.length; at += windowSize)
    windows.push(encodeNewDataWindow(text.subarray(at, at + windowSize), codec, level));
  const item = Buffer.concat([textHeader, svndiffHeader(codec.svndiffVersion), ...windows, textTrailer]);
  return {
    item,
    size: item.length - textHeader.length - textTrailer.length,
    expandedSize: text.length,
    md5: hash('md5', text, 'buffer'),
    sha1: hash('sha1', text, 'buffer'),
    checksum: itemChecksum(item),
  };
}
