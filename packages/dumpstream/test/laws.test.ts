import fc from 'fast-check';
import { concatBytes, utf8Bytes } from '@revstore/bytes';
import { DumpReader } from '@revstore/dumpstream';
import { describe, expect, it } from 'vitest';
import { chunksOf, pieceSizes, readAll, serialize, streams } from './streams.js';

describe('reading what was written', () => {
  it('gives the same records, however the stream is cut', () =>
    fc.assert(
      fc.asyncProperty(
        streams,
        pieceSizes,
        fc.constantFrom(0, 16, undefined),
        async (records, sizes, whole) => {
          const bytes = concatBytes(records.map(serialize));
          expect(await readAll(bytes, sizes, whole)).toEqual({ records });
        },
      ),
    ));

  it('gives the positions of the records, and passes over texts that nobody reads', () =>
    fc.assert(
      fc.asyncProperty(streams, pieceSizes, async (records, sizes) => {
        const parts = records.map(serialize);
        const positions = parts.map((_, i) => parts.slice(0, i).reduce((sum, part) => sum + part.length, 0));
        const reader = new DumpReader(chunksOf(concatBytes(parts), sizes), { wholeTextBytes: 8 });
        const found: number[] = [];
        for await (const record of reader) found.push(record.offset);
        expect(found).toEqual(positions);
      }),
    ));

  it('gives the same records of any piece size for any content behind a first line', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.constantFrom(
              'Revision-number: 1\n',
              'Node-path: a\n',
              'Content-length: 12\n',
              'Prop-content-length: 30\n',
              'Text-content-length: 5\n',
              'K 1\na\n',
              'V 2\nbc\n',
              'D 1\na\n',
              'PROPS-END\n',
              '\n',
              ' x\n',
              'x\n',
              'V 99999999999999999999\n',
              'K 4000000000\n',
              'Node-kind: file\n',
            ),
            fc.string({ maxLength: 8 }),
          ),
          { maxLength: 20 },
        ),
        fc.constantFrom(1, 2, 3),
        pieceSizes,
        async (lines, version, sizes) => {
          const bytes = utf8Bytes(`SVN-fs-dump-format-version: ${version}\n\n${lines.join('')}`);
          const whole = await readAll(bytes);
          const cut = await readAll(bytes, sizes);
          expect(cut.records).toEqual(whole.records);
          expect(cut.error?.message).toBe(whole.error?.message);
        },
      ),
      { numRuns: 500 },
    ));
});

describe('any bytes', () => {
  it('give records or a RevstoreError', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const { records, error } = await readAll(bytes);
        expect(records.length > 0 || error !== undefined).toBe(true);
      }),
    ));

  it('in the place of others, or missing, do too', () =>
    fc.assert(
      fc.asyncProperty(streams, fc.nat(), fc.nat(255), fc.boolean(), async (records, at, byte, cut) => {
        const bytes = concatBytes(records.map(serialize));
        const position = at % bytes.length;
        bytes[position] = byte;
        await readAll(cut ? bytes.subarray(0, position) : bytes);
      }),
      { numRuns: 300 },
    ));
});

describe('lengths that are not true', () => {
  const head = 'SVN-fs-dump-format-version: 3\n\nRevision-number: 4\n\n\n';
  it.each([
    'Node-path: a\nText-content-length: 900719925474099\nContent-length: 900719925474099\n\nxyz',
    'Node-path: a\nProp-content-length: 900719925474099\nContent-length: 900719925474099\n\nK 900719925474000\nxyz',
    'Node-path: a\nProp-content-length: 99999999999999999999999\n\nK 1\na\nV 9007199254740\nb',
  ])('take no more memory than what arrives: %j', async (record) => {
    const before = process.memoryUsage();
    const { error } = await readAll(utf8Bytes(head + record));
    const after = process.memoryUsage();
    expect(error).toMatchObject({
      code: 'INCOMPLETE_DATA',
      svnCode: 200003,
      data: { record: 'node', path: 'a', revision: 4, recordOffset: head.length },
    });
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(16 * 1024 * 1024);
  });

  it('end property blocks and header blocks that never end', async () => {
    const endless = async function* (first: string, more: string) {
      yield utf8Bytes(first);
      const block = utf8Bytes(more.repeat(1_000_000 / more.length));
      for (;;) yield block;
    };
    for (const [first, more] of [
      ['SVN-fs-dump-format-version: 2\n\n', 'Node-path: a\n'],
      ['SVN-fs-dump-format-version: 2\n\nNode-path: a', 'b'],
    ] as const) {
      const reader = new DumpReader(endless(first, more));
      await reader.next();
      await expect(reader.next()).rejects.toMatchObject({ code: 'DUMP_RECORD_TOO_LARGE' });
    }
    await expect(new DumpReader(endless('x', 'y')).next()).rejects.toMatchObject({
      message: `Malformed dumpfile header 'x${'y'.repeat(79)}'`,
    });
  });
});
