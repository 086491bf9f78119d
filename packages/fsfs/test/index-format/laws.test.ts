import { RevstoreError } from '@revstore/errors';
import { concatBytes, md5Hex } from '@revstore/bytes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  itemTypes,
  L2pIndex,
  maxFooterLength,
  P2lEntries,
  P2lIndex,
  parseFooter,
  serializeFooter,
  serializeL2pIndex,
  serializeP2lIndex,
  type ItemType,
  type P2lEntry,
  type ReadBytes,
} from '../../src/index-format/index.js';
import { openIndexes } from './revision-file.js';

const pageSize = fc.integer({ min: 0, max: 12 }).map((n) => 2 ** n);
const firstRevision = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 2 ** 31, max: 2 ** 40 }));
const offset = fc.oneof(fc.constant(-1), fc.nat(5000), fc.nat(2 ** 40), fc.constant(2 ** 51 - 1));
const revisions = fc.array(fc.array(offset, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 8 });

/** Entries but for their offset, which follows from the sizes. */
const sections = fc
  .array(
    fc.record({
      size: fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 0, max: 300 }) },
        fc.integer({ min: 0, max: 9000 }),
      ),
      type: fc.integer({ min: 0, max: 6 }),
      checksum: fc.integer({ min: 0, max: 0xffffffff }),
      revision: fc.nat(1000),
      itemIndex: fc.oneof(fc.nat(50), fc.nat(2 ** 40), fc.constant(2 ** 48 - 1)),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((list) => {
    const entries: P2lEntry[] = [];
    let offset = 0;
    for (const { size, type, checksum, revision, itemIndex } of list) {
      const unused = type === itemTypes.unused;
      entries.push({
        offset,
        size,
        type: type as ItemType,
        checksum: unused ? 0 : checksum,
        revision,
        itemIndex: unused ? 0 : type === itemTypes.changes ? 1 : itemIndex,
      });
      offset += size;
    }
    return { entries, fileSize: offset };
  })
  .filter(({ fileSize }) => fileSize > 0);

function columns(entries: readonly P2lEntry[]): P2lEntries {
  const list = new P2lEntries();
  for (const entry of entries) list.pushEntry(entry);
  return list;
}

/** Opens the indexes as parts of a file, at some distance from its start. */
function openL2p(bytes: Uint8Array, first: number, start = 0): L2pIndex {
  return L2pIndex.open({
    readBytes: window(bytes, start),
    start,
    end: start + bytes.length,
    firstRevision: first,
  });
}

function openP2l(bytes: Uint8Array, first: number, fileSize: number): P2lIndex {
  const end = fileSize + bytes.length;
  return P2lIndex.open({
    readBytes: window(bytes, fileSize),
    start: fileSize,
    end,
    firstRevision: first,
    fileSize,
  });
}

function window(bytes: Uint8Array, start: number): ReadBytes {
  return (offset, length) => {
    if (offset < start || length < 0 || offset + length > start + bytes.length)
      throw new Error(`read of ${length} bytes at ${offset - start} of ${bytes.length}`);
    return bytes.subarray(offset - start, offset - start + length);
  };
}

/** A file of zeros with both indexes and the footer. */
function sealFile(
  l2pFirst: number,
  itemOffsets: number[][],
  entries: P2lEntry[],
  fileSize: number,
  page: number,
) {
  const l2p = serializeL2pIndex({ firstRevision: l2pFirst, pageSize: page, revisions: itemOffsets });
  const p2l = serializeP2lIndex({
    firstRevision: l2pFirst,
    fileSize,
    pageSize: page,
    entries: columns(entries),
  });
  const footer = serializeFooter({
    l2pOffset: fileSize,
    l2pChecksum: md5Hex(l2p),
    p2lOffset: fileSize + l2p.length,
    p2lChecksum: md5Hex(p2l),
  });
  return concatBytes([new Uint8Array(fileSize), l2p, p2l, footer]);
}

/** Reads everything both indexes say; a RevstoreError is as good as an answer. */
function readAll(bytes: Uint8Array, first: number): void {
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RevstoreError)) throw error;
    }
  };
  attempt(() => {
    const indexes = openIndexes(bytes, first);
    attempt(() => {
      const l2p = indexes.l2p();
      for (let r = first; r < first + l2p.header.revisionCount; r++) {
        attempt(() => void l2p.offsetsOf(r));
        for (const item of [0, 1, 2, 3, 100, l2p.itemCount(r) - 1]) attempt(() => void l2p.offsetOf(r, item));
      }
    });
    attempt(() => {
      const p2l = indexes.p2l();
      attempt(() => {
        // Four bytes an entry are the least that an index takes.
        expect(p2l.allEntries().length).toBeLessThanOrEqual(bytes.length / 4);
      });
      attempt(() => void p2l.entriesIn(0, 2 ** 53));
      for (const at of [0, 1, 100, p2l.header.fileSize - 1]) attempt(() => void p2l.entryAt(at));
    });
  });
}

describe('l2p index', () => {
  test('gives back every offset', () => {
    fc.assert(
      fc.property(firstRevision, pageSize, revisions, fc.nat(10000), (first, page, offsets, start) => {
        const bytes = serializeL2pIndex({ firstRevision: first, pageSize: page, revisions: offsets });
        const index = openL2p(bytes, first, start);
        expect(index.header.revisionCount).toBe(offsets.length);
        offsets.forEach((expected, i) => {
          expect(index.itemCount(first + i)).toBe(expected.length);
          expect([...index.offsetsOf(first + i)]).toEqual(expected);
          expected.forEach((value, item) => expect(index.offsetOf(first + i, item)).toBe(value));
        });
      }),
    );
  });

  test('reads the header and the page it needs only, and that once', () => {
    const revisions = Array.from({ length: 1000 }, (_, i) =>
      Array.from({ length: 64 }, (_, k) => i * 1e6 + k * 9999),
    );
    const bytes = serializeL2pIndex({ firstRevision: 0, pageSize: 64, revisions });
    let read = 0;
    const index = L2pIndex.open({
      readBytes: (offset, length) => {
        read += length;
        return bytes.subarray(offset, offset + length);
      },
      start: 0,
      end: bytes.length,
      firstRevision: 0,
    });
    expect(index.offsetOf(500, 7)).toBe(500069993);
    expect(read).toBeLessThan(bytes.length / 10);
    const before = read;
    expect(index.offsetOf(500, 63)).toBe(500629937);
    expect(read).toBe(before);
  });

  test('refuses items that it does not cover, in the words of svn', () => {
    const bytes = serializeL2pIndex({
      firstRevision: 4,
      pageSize: 4,
      revisions: [
        [-1, 0, 7],
        [1, 2, 3, 4, 5],
      ],
    });
    const index = openL2p(bytes, 4);
    const refusal = (revision: number, item: number) => {
      try {
        return index.offsetOf(revision, item);
      } catch (error) {
        return error instanceof RevstoreError ? `E${error.svnCode}: ${error.message}` : error;
      }
    };
    expect(refusal(4, 0)).toBe(-1);
    expect(refusal(3, 0)).toBe('E160055: Revision 3 not covered by item index');
    expect(refusal(6, 0)).toBe('E160055: Revision 6 not covered by item index');
    expect(refusal(4, 3)).toBe('E160056: Item index 3 too large in revision 4');
    expect(refusal(5, 5)).toBe('E160056: Item index 5 too large in revision 5');
    expect(refusal(5, 8)).toBe('E160056: Item index 8 exceeds l2p limit of 8 for revision 5');
    expect(index.offsetOf(5, 4)).toBe(5);
  });

  test('a shard has its size or one revision', () => {
    const bytes = serializeL2pIndex({ firstRevision: 0, pageSize: 4, revisions: [[1], [2]] });
    const source = { readBytes: window(bytes, 0), start: 0, end: bytes.length, firstRevision: 0 };
    expect(L2pIndex.open(source, { shardSize: 2 }).header.revisionCount).toBe(2);
    expect(() => L2pIndex.open(source, { shardSize: 4 })).toThrow('Invalid number of revisions in L2P index');
  });

  test('what no reader accepts is not written', () => {
    expect(() => serializeL2pIndex({ firstRevision: 0, pageSize: 3, revisions: [[1]] })).toThrow(TypeError);
    expect(() => serializeL2pIndex({ firstRevision: 0, pageSize: 4, revisions: [] })).toThrow(TypeError);
    expect(() => serializeL2pIndex({ firstRevision: 0, pageSize: 4, revisions: [[1], []] })).toThrow(
      TypeError,
    );
  });
});

describe('p2l index', () => {
  test('gives back every entry', () => {
    fc.assert(
      fc.property(firstRevision, pageSize, sections, (first, page, { entries, fileSize }) => {
        const bytes = serializeP2lIndex({
          firstRevision: first,
          fileSize,
          pageSize: page,
          entries: columns(entries),
        });
        const index = openP2l(bytes, first, fileSize);
        expect([...index.entries()]).toEqual(entries);
        expect([...index.allEntries()]).toEqual(entries);
      }),
    );
  });

  test('finds what lies at a place', () => {
    fc.assert(
      fc.property(pageSize, sections, fc.nat(), fc.nat(2000), (page, { entries, fileSize }, seed, length) => {
        const bytes = serializeP2lIndex({
          firstRevision: 0,
          fileSize,
          pageSize: page,
          entries: columns(entries),
        });
        const index = openP2l(bytes, 0, fileSize);
        const start = seed % fileSize;
        const end = Math.min(start + length, fileSize);
        const used = (list: readonly P2lEntry[]) => list.filter((entry) => entry.size > 0);
        expect(used(index.entriesIn(start, end))).toEqual(
          end === start
            ? []
            : used(entries).filter((entry) => entry.offset < end && entry.offset + entry.size > start),
        );
        for (const entry of used(entries)) {
          expect(index.entryAt(entry.offset)?.offset).toBe(entry.offset);
          if (entry.size > 1) expect(index.entryAt(entry.offset + 1)?.offset).not.toBe(entry.offset);
        }
      }),
    );
  });

  test('an entry without a revision has the first of the index', () => {
    const entries = new P2lEntries();
    entries.push(0, 10, itemTypes.noderev, 1, -1, 3);
    const bytes = serializeP2lIndex({ firstRevision: 9, fileSize: 10, pageSize: 4, entries });
    expect(openP2l(bytes, 9, 10).entryAt(0)?.revision).toBe(9);
    expect(() => openP2l(bytes, 9, 10).entryAt(12)).toThrow('Offset 12 too large in revision 9');
  });

  test('a million entries', () => {
    const entries = new P2lEntries();
    const size = 37;
    for (let i = 0; i < 1_000_000; i++) entries.push(i * size, size, itemTypes.fileRep, i * 4000, 1, i + 3);
    const fileSize = entries.end;
    const bytes = serializeP2lIndex({ firstRevision: 1, fileSize, pageSize: 0x100000, entries });
    const index = openP2l(bytes, 1, fileSize);
    expect(index.entryAt(777_777 * size)).toEqual(entries.at(777_777));
    const all = index.allEntries();
    expect(all.length).toBe(1_000_000);
    expect(all.at(999_999)).toEqual(entries.at(999_999));
  });

  test('what no reader accepts is not written', () => {
    const write = (fileSize: number, ...list: Parameters<P2lEntries['push']>[]) => {
      const entries = new P2lEntries();
      for (const entry of list) entries.push(...entry);
      return () => serializeP2lIndex({ firstRevision: 0, fileSize, pageSize: 1024, entries });
    };
    expect(write(0)).toThrow(TypeError);
    expect(write(9, [0, 10, itemTypes.noderev, 1, 0, 3])).toThrow(TypeError);
    expect(write(10, [1, 9, itemTypes.noderev, 1, 0, 3])).toThrow(TypeError);
    expect(write(10, [0, 10, itemTypes.changes, 1, 0, 3])).toThrow(TypeError);
    expect(write(10, [0, 10, itemTypes.unused, 1, 0, 0])).toThrow(TypeError);
    expect(write(10, [0, 10, 7 as ItemType, 1, 0, 3])).toThrow(TypeError);
    expect(write(10, [0, 10, itemTypes.changes, 1, 0, 1])()).toBeInstanceOf(Uint8Array);
  });
});

describe('footer', () => {
  test('gives back what was written', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 40),
        fc.integer({ min: 1, max: 2 ** 30 }),
        fc.integer({ min: 1, max: 2 ** 30 }),
        (l2p, a, b) => {
          const footer = {
            l2pOffset: l2p,
            l2pChecksum: md5Hex(String(a)),
            p2lOffset: l2p + a,
            p2lChecksum: md5Hex(String(b)),
          };
          const bytes = serializeFooter(footer);
          expect(bytes.length).toBeLessThanOrEqual(maxFooterLength);
          const footerOffset = l2p + a + b;
          expect(parseFooter(bytes, footerOffset + bytes.length, 5)).toEqual({ ...footer, footerOffset });
        },
      ),
    );
  });
});

describe('damage', () => {
  const small = sections.filter(({ fileSize }) => fileSize < 3000);

  test('changed and cut files give an answer or a RevstoreError', () => {
    fc.assert(
      fc.property(
        small,
        revisions,
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { maxLength: 4 }),
        fc.nat(3),
        ({ entries, fileSize }, offsets, flips, cut) => {
          const bytes = sealFile(3, offsets, entries, fileSize, 64);
          // Damage belongs behind the item area: the indexes never look at that.
          for (const [at, mask] of flips) bytes[fileSize + (at % (bytes.length - fileSize))] ^= mask;
          readAll(bytes.subarray(0, bytes.length - cut), 3);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('any bytes with a valid footer give an answer or a RevstoreError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ maxLength: 60 }), (l2p, p2l) => {
        const body = concatBytes([Buffer.from('L2P-INDEX\n'), l2p, Buffer.from('P2L-INDEX\n'), p2l]);
        const sum = md5Hex('');
        const footer = { l2pOffset: 0, l2pChecksum: sum, p2lOffset: 10 + l2p.length, p2lChecksum: sum };
        readAll(concatBytes([body, serializeFooter(footer)]), 0);
      }),
      { numRuns: 1000 },
    );
  });

  test('any bytes as a footer give an answer or a RevstoreError', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => readAll(bytes, 0)));
  });

  test('huge counts are refused before memory is taken', () => {
    const l2p = Uint8Array.of(
      ...Buffer.from('L2P-INDEX\n'),
      0,
      0x80,
      0x40,
      1,
      0xff,
      0xff,
      0xff,
      0xff,
      0x7f,
      0,
      0,
      0,
    );
    expect(() => openL2p(l2p, 0)).toThrow('L2P index page count implausibly large');
    const page = Uint8Array.of(
      ...Buffer.from('L2P-INDEX\n'),
      0,
      0x80,
      0x80,
      0x80,
      0x80,
      8,
      1,
      1,
      1,
      1,
      0xff,
      0xff,
      0xff,
      0xff,
      7,
      0,
    );
    expect(() => openL2p(page, 0).offsetOf(0, 0)).toThrow(
      'L2P actual page size does not match page table value.',
    );
  });
});
