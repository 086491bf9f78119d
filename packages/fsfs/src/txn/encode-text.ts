import { hash } from 'node:crypto';
import { itemChecksum } from '@revstore/bytes';
import type { Codec } from '@revstore/compression';
import { encodeDeltaWindow, encodeNewDataWindow, svndiffHeader, windowSize } from '@revstore/svndiff';
import { repTrailer, serializeRepHeader, type Representation } from '../reps/index.js';

/** What follows a text's svndiff document. */
export const textTrailer: Uint8Array = Buffer.from(repTrailer, 'latin1');

/** A stored text that a new one is written as a delta against. */
export interface DeltaBase {
  readonly rep: Representation;
  /** Its full text. */
  readonly text: Uint8Array;
}

/** A text as the item that a revision file takes: header line, svndiff document, trailer. */
export interface EncodedRep {
  readonly item: Uint8Array;
  /** Stored bytes between header line and trailer. */
  readonly size: number;
}

/** An encoded text with its digests. */
export interface EncodedText extends EncodedRep {
  readonly expandedSize: number;
  /** 16 bytes. */
  readonly md5: Uint8Array;
  /** 20 bytes. */
  readonly sha1: Uint8Array;
  /** Item checksum of `item`. */
  readonly checksum: number;
}

/** The header line of a delta against a stored text, or against nothing. */
export function deltaHeader(base: Representation | undefined): Uint8Array {
  return Buffer.from(serializeRepHeader({ type: 'delta', ...(base ? { base } : {}) }), 'latin1');
}

/** A whole text as a delta. Pure, so that it may run on any thread. @param level 0..9, for zlib only. */
export function encodeRep(text: Uint8Array, codec: Codec, level: number, base?: DeltaBase): EncodedRep {
  const header = deltaHeader(base?.rep);
  const parts: Uint8Array[] = [header, svndiffHeader(codec.svndiffVersion)];
  for (let at = 0; at < text.length; at += windowSize) {
    const target = text.subarray(at, at + windowSize);
    const source = base?.text.subarray(at, at + windowSize);
    parts.push(
      // Also where the base has ended: the empty source view must not slide back to 0.
      source
        ? encodeDeltaWindow(source, at, target, codec, level)
        : encodeNewDataWindow(target, codec, level),
    );
  }
  return assemble(header, parts);
}

/** A whole text as it is. */
export function plainRep(text: Uint8Array): EncodedRep {
  const header = Buffer.from(serializeRepHeader({ type: 'plain' }), 'latin1');
  return assemble(header, [header, text]);
}

function assemble(header: Uint8Array, parts: Uint8Array[]): EncodedRep {
  parts.push(textTrailer);
  const item = Buffer.concat(parts);
  return { item, size: item.length - header.length - textTrailer.length };
}

/** {@link encodeRep} with the digests of a file's text. */
export function encodeText(text: Uint8Array, codec: Codec, level: number, base?: DeltaBase): EncodedText {
  const { item, size } = encodeRep(text, codec, level, base);
  return {
    item,
    size,
    expandedSize: text.length,
    md5: hash('md5', text, 'buffer'),
    sha1: hash('sha1', text, 'buffer'),
    checksum: itemChecksum(item),
  };
}
