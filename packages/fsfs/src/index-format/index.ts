/**
 * The indexes of logical addressing at the end of a rev or pack file: l2p (item to offset), p2l (offset to item) and
 * the footer that says where they lie. Pure codecs: bytes come from a callback or an array.
 *
 * @see structure-indexes
 */
export { indexErrors, type IndexLocation } from './errors.js';
export { itemIndexes, itemTypes, type ItemType } from './item-types.js';
export { maxFooterLength, parseFooter, serializeFooter, type IndexFooter } from './footer.js';
export type { IndexSource, ReadBytes } from './packed-numbers.js';
export {
  L2pIndex,
  parseL2pHeader,
  serializeL2pIndex,
  type L2pContents,
  type L2pHeader,
  type L2pOptions,
} from './l2p-index.js';
export { P2lEntries, type P2lEntry } from './p2l-entries.js';
export { parseP2lHeader, type P2lHeader, type P2lSource } from './p2l-header.js';
export { P2lIndex } from './p2l-index.js';
export { serializeP2lIndex, type P2lContents } from './p2l-serialize.js';
