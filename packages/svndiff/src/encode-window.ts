import { concatBytes, maxVarintLength, varintLength, writeVarint } from '@revstore/bytes';
import type { Codec } from '@revstore/compression';
import { copyFrom } from './instructions.js';
import { encodeSection, encodeSectionAsync } from './section.js';
import { windowSize, type Window } from './window.js';
import { writeInstruction } from './window-builder.js';

/**
 * The stored form of a window in the codec's svndiff version.
 *
 * @param level 0..9, for zlib only.
 * @returns a new array.
 * @see notes/svndiff
 */
export function encodeWindow(window: Window, codec: Codec, level: number): Uint8Array {
  return assemble(
    window,
    encodeSection(window.instructions, codec, level),
    encodeSection(window.newData, codec, level),
  );
}

/** {@link encodeWindow} on other threads where the sections are large. */
export async function encodeWindowAsync(window: Window, codec: Codec, level: number): Promise<Uint8Array> {
  const [instructions, newData] = await Promise.all([
    encodeSectionAsync(window.instructions, codec, level),
    encodeSectionAsync(window.newData, codec, level),
  ]);
  return assemble(window, instructions, newData);
}

/**
 * The stored form of a window that holds `data` and refers to no source.
 *
 * @param data 1 to {@link windowSize} bytes.
 * @param level 0..9, for zlib only.
 * @param sourceOffset of the empty source view; not before the end of the source view of the window before it, as
 * svn's clients crash on views that slide backwards, even empty ones.
 * @returns a new array.
 * @throws TypeError on other lengths of `data`.
 */
export function encodeNewDataWindow(
  data: Uint8Array,
  codec: Codec,
  level: number,
  sourceOffset = 0,
): Uint8Array {
  checkTargetLength(data);
  const encoded = codec.encode(data, level);
  return concatBytes([newDataHeader(data.length, codec, encoded.length, sourceOffset), encoded]);
}

/**
 * {@link encodeNewDataWindow} on another thread where `data`, which must not change meanwhile, is large.
 *
 * @returns the window in two parts that follow each other; the second is `data` itself where it is stored raw.
 */
export async function encodeNewDataWindowAsync(
  data: Uint8Array,
  codec: Codec,
  level: number,
  sourceOffset = 0,
): Promise<readonly [Uint8Array, Uint8Array]> {
  checkTargetLength(data);
  const encoded = await codec.encodeAsync(data, level);
  return [newDataHeader(data.length, codec, encoded.length, sourceOffset), encoded];
}

/** @throws TypeError where no window has a target view of that length. */
export function checkTargetLength(data: Uint8Array): void {
  if (data.length === 0 || data.length > windowSize)
    throw new TypeError(`a window holds 1 to ${windowSize} bytes, not ${data.length}`);
}

const maximumHeaderLength = 5 * maxVarintLength;

function assemble(window: Window, instructions: Uint8Array, newData: Uint8Array): Uint8Array {
  return concatBytes([windowHead(window, instructions, newData.length), newData]);
}

/** A window up to its new data, with both sections' stored forms given; a new array. */
export function windowHead(window: Window, instructions: Uint8Array, newDataLength: number): Uint8Array {
  const head = new Uint8Array(maximumHeaderLength + instructions.length);
  let at = writeVarint(head, 0, window.sourceOffset);
  at = writeVarint(head, at, window.sourceLength);
  at = writeVarint(head, at, window.targetLength);
  at = writeVarint(head, at, instructions.length);
  at = writeVarint(head, at, newDataLength);
  head.set(instructions, at);
  return head.subarray(0, at + instructions.length);
}

/** A window up to its encoded new data: header and one instruction, which is too short to compress. */
function newDataHeader(original: number, codec: Codec, encoded: number, sourceOffset: number): Uint8Array {
  const withLengths = codec.svndiffVersion > 0;
  const lengthOfOriginal = varintLength(original);
  const instruction = original < 64 ? 1 : 1 + lengthOfOriginal;
  const instructionsLength = withLengths ? 1 + instruction : instruction;
  const newDataLength = withLengths ? lengthOfOriginal + encoded : encoded;
  const header = new Uint8Array(
    varintLength(sourceOffset) +
      2 +
      lengthOfOriginal +
      varintLength(newDataLength) +
      instructionsLength +
      (withLengths ? lengthOfOriginal : 0),
  );
  let at = writeVarint(header, 0, sourceOffset);
  header[at++] = 0; // The length of the source view.
  at = writeVarint(header, at, original);
  header[at++] = instructionsLength;
  at = writeVarint(header, at, newDataLength);
  if (withLengths) header[at++] = instruction;
  at = writeInstruction(header, at, copyFrom.newData, 0, original);
  if (withLengths) writeVarint(header, at, original);
  return header;
}
