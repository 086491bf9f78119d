/**
 * The revision file of revision 0: an empty root directory, the same bytes in every store of a kind. It is given as
 * data, as svn does, so that no codec of today can change what must never change.
 *
 * @see libsvn_fs_fs/fs_fs.c#write_revision_zero
 */

const items = [
  // The representation of the root's entries: none.
  'PLAIN\nEND\nENDREP\n',
  // The root's node-revision.
  'id: 0.0.r0/2\ntype: dir\ncount: 0\ntext: 0 3 4 4 2d2977d1c96f487abe4a1e202dd03b4e\ncpath: /\n\n',
  // The changed paths: none.
  '\n',
].join('');

/** First revision 0, pages of 8192 entries, 1 revision of 1 page; page: 6 bytes, 4 items; offsets + 1 as differences. */
const l2pIndex = 'L2P-INDEX\n' + latin1('00 8040 01 01 01 06 04 00 d601 b101 21');

/** First revision 0, 107 bytes in pages of 1 MiB, 1 page of 31 bytes; entries: the three items, then the unused rest. */
const p2lIndex =
  'P2L-INDEX\n' +
  latin1(
    '00 6b 808040 01 1f 00' +
      ' 11 34 00 f5d68c8106' +
      ' 59 09 00 c8fcf68104' +
      ' 01 0d 00 9d9ea9940f' +
      ' 95ff3f 1b 00 00',
  );

/** Where the two indexes start and their MD5. */
const footer = '107 4ee826c7290508829f5acb14d0e26d72 131 b1754ac6e481d792be0bcd2649b33b01';

/** Revision 0 with logical addressing. */
export const logicalRevisionZero: Uint8Array = Buffer.from(
  items + l2pIndex + p2lIndex + footer + String.fromCharCode(footer.length),
  'latin1',
);

/** Revision 0 with physical addressing: ids and representations name offsets, the last line those of root and changes. */
export const physicalRevisionZero: Uint8Array = Buffer.from(
  [
    'PLAIN\nEND\nENDREP\n',
    'id: 0.0.r0/17\ntype: dir\ncount: 0\ntext: 0 0 4 4 2d2977d1c96f487abe4a1e202dd03b4e\ncpath: /\n\n',
    '\n17 107\n',
  ].join(''),
  'latin1',
);

function latin1(hex: string): string {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('latin1');
}
