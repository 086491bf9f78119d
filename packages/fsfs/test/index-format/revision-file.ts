import {
  L2pIndex,
  maxFooterLength,
  P2lIndex,
  parseFooter,
  type ReadBytes,
} from '../../src/index-format/index.js';

/** Both indexes of a rev or pack file held in memory. */
export function openIndexes(bytes: Uint8Array, firstRevision: number, shardSize?: number) {
  const readBytes: ReadBytes = (offset, length) => bytes.subarray(offset, offset + length);
  const footer = parseFooter(bytes.subarray(-maxFooterLength), bytes.length, firstRevision);
  const l2p = () =>
    L2pIndex.open(
      { readBytes, start: footer.l2pOffset, end: footer.p2lOffset, firstRevision },
      { shardSize },
    );
  const p2l = () =>
    P2lIndex.open({
      readBytes,
      start: footer.p2lOffset,
      end: footer.footerOffset,
      firstRevision,
      fileSize: footer.l2pOffset,
    });
  return { footer, l2p, p2l };
}
