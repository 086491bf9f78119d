import type { Cursor } from '@revstore/bytes';
import type { CompressionProvider } from '@revstore/compression';
import type { SvndiffVersion } from './header.js';
import { decodeSection, decodeSectionAsync } from './section.js';
import {
  maximumInstructionsLength,
  parseWindowHeader,
  takeSection,
  type Window,
  windowSize,
} from './window.js';

/**
 * Decodes the window at the cursor. Its instructions are checked by what uses them, such as `applyWindow`.
 *
 * @returns a window whose arrays are views of the cursor's bytes where the sections are raw.
 * @throws RevstoreError of kind `corrupt`.
 */
export function decodeWindow(cursor: Cursor, version: SvndiffVersion, provider: CompressionProvider): Window {
  const { header, storedInstructions, storedData } = takeWindow(cursor);
  const codec = provider.forVersion(version);
  return {
    sourceOffset: header.sourceOffset,
    sourceLength: header.sourceLength,
    targetLength: header.targetLength,
    instructions: decodeSection(storedInstructions, codec, maximumInstructionsLength),
    newData: decodeSection(storedData, codec, windowSize),
  };
}

/**
 * {@link decodeWindow} with large new data decoded on another thread. The cursor is behind the window when the call
 * returns, so that several windows can be decoded at once; its bytes must not change until the promise settles.
 */
export async function decodeWindowAsync(
  cursor: Cursor,
  version: SvndiffVersion,
  provider: CompressionProvider,
): Promise<Window> {
  const { header, storedInstructions, storedData } = takeWindow(cursor);
  const codec = provider.forVersion(version);
  const instructions = decodeSection(storedInstructions, codec, maximumInstructionsLength);
  return {
    sourceOffset: header.sourceOffset,
    sourceLength: header.sourceLength,
    targetLength: header.targetLength,
    instructions,
    newData: await decodeSectionAsync(storedData, codec, windowSize),
  };
}

function takeWindow(cursor: Cursor) {
  const header = parseWindowHeader(cursor);
  const sections = takeSection(cursor, header.instructionsLength + header.newDataLength);
  return {
    header,
    storedInstructions: sections.subarray(0, header.instructionsLength),
    storedData: sections.subarray(header.instructionsLength),
  };
}
