/** svndiff versions 0, 1 and 2: windows encoded, decoded, applied and composed. */
export { svndiffErrors } from './errors.js';
export { parseSvndiffHeader, svndiffHeader, svndiffHeaderLength, type SvndiffVersion } from './header.js';
export {
  maximumInstructionsLength,
  parseWindowHeader,
  skipWindow,
  type Window,
  type WindowHeader,
  type WindowLocation,
  windowSize,
} from './window.js';
export { decodeSection, decodeSectionAsync, encodeSection, encodeSectionAsync } from './section.js';
export { decodeWindow, decodeWindowAsync } from './decode-window.js';
export { copyFrom, InstructionReader, verifyInstructions } from './instructions.js';
export { applyWindow } from './apply.js';
export { applySvndiff } from './apply-svndiff.js';
export { composeWindows } from './compose.js';
export type { Delta } from './copy-list.js';
export { findDelta } from './delta-search.js';
export { WindowBuilder } from './window-builder.js';
export {
  encodeNewDataWindow,
  encodeNewDataWindowAsync,
  encodeWindow,
  encodeWindowAsync,
} from './encode-window.js';
export { encodeDeltaWindow, encodeDeltaWindowAsync } from './encode-delta-window.js';
export { decodeSvndiff, SvndiffDecoder } from './svndiff-decoder.js';
