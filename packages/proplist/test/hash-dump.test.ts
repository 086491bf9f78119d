import { RevstoreError } from '@revstore/errors';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { svn, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import {
  parseHashChanges,
  parseHashDump,
  parseIncrementalHashDump,
  serializeHashChanges,
  serializeHashDump,
  sortedEntries,
} from '../src/index.js';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const text = (array: Uint8Array): string => Buffer.from(array).toString('latin1');
const plain = (map: ReadonlyMap<string, Uint8Array | undefined>): [string, string | undefined][] =>
  [...map].map(([name, value]) => [name, value && text(value)]);

const nameArbitrary = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  // Names that are not UTF-8 in the file: bytes carried as lone low surrogates.
  fc
    .array(fc.constantFrom('a', '/', 'é', '\udc80', '\udcff'), { maxLength: 6 })
    .map((parts) => parts.join('')),
);
const valueArbitrary = fc.uint8Array({ maxLength: 40 });
const entriesArbitrary = fc
  .array(fc.tuple(nameArbitrary, valueArbitrary), { maxLength: 12 })
  .map((entries) => new Map(entries));

function errorOf(run: () => unknown): RevstoreError {
  try {
    run();
  } catch (error) {
    if (error instanceof RevstoreError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('hash dumps', () => {
  it('reads the example of the format', () => {
    const dump = bytes('K 5\ncolor\nV 3\nred\nK 11\nwine review\nV 2\n\n\n\nK 0\n\nV 0\n\nEND\n');
    expect(plain(parseHashDump(dump))).toEqual([
      ['color', 'red'],
      ['wine review', '\n\n'],
      ['', ''],
    ]);
    expect(serializeHashDump(parseHashDump(dump))).toEqual(dump);
  });

  it('gives values as views', () => {
    const dump = bytes('K 1\na\nV 2\nbc\nEND\n');
    expect(parseHashDump(dump).get('a')!.buffer).toBe(dump.buffer);
  });

  it('parses what it serializes, in the order given', () => {
    fc.assert(
      fc.property(entriesArbitrary, fc.constantFrom('END', 'PROPS-END', null), (entries, terminator) => {
        const dump = serializeHashDump(entries, { terminator });
        expect(plain(parseHashDump(dump, { terminator }))).toEqual(plain(entries));
      }),
    );
  });

  it('parses the changes it serializes', () => {
    const changes = fc
      .array(fc.tuple(nameArbitrary, fc.option(valueArbitrary, { nil: undefined })), { maxLength: 12 })
      .map((rows) => new Map(rows));
    fc.assert(
      fc.property(changes, (map) => {
        const dump = serializeHashChanges(map, { terminator: 'PROPS-END' });
        expect(plain(parseHashChanges(dump, { terminator: 'PROPS-END' }))).toEqual(plain(map));
      }),
    );
  });

  it('applies changes that follow a whole dump', () => {
    const parts = [
      serializeHashDump([
        ['a', bytes('1')],
        ['b', bytes('2')],
      ]),
      serializeHashChanges([['c', bytes('3')]], { terminator: null }),
      serializeHashChanges(
        [
          ['a', undefined],
          ['b', bytes('4')],
        ],
        { terminator: null },
      ),
    ];
    expect(text(Buffer.concat(parts))).toBe(
      'K 1\na\nV 1\n1\nK 1\nb\nV 1\n2\nEND\nK 1\nc\nV 1\n3\nD 1\na\nK 1\nb\nV 1\n4\n',
    );
    expect(plain(parseIncrementalHashDump(Buffer.concat(parts)))).toEqual([
      ['b', '4'],
      ['c', '3'],
    ]);
  });

  it('ignores bytes behind the terminator and takes the last of two equal names', () => {
    expect(plain(parseHashDump(bytes('K 1\na\nV 1\n1\nK 1\na\nV 1\n2\nEND\nrest')))).toEqual([['a', '2']]);
    expect(plain(parseHashDump(bytes('K 1\na\nV 1\n1\nEND')))).toEqual([['a', '1']]);
  });

  it.each([
    ['', 'Serialized hash missing terminator', 0],
    ['K 1\na\nV 1\n1\n', 'Serialized hash missing terminator', 12],
    ['PROPS-END\n', 'Serialized hash malformed', 0],
    ['D 1\na\nEND\n', 'Serialized hash malformed', 0],
    ['K 1\na\nX 1\n1\nEND\n', 'Serialized hash malformed', 6],
    ['K \na\nV 1\n1\nEND\n', 'Serialized hash malformed key length', 2],
    ['K -1\na\nV 1\n1\nEND\n', 'Serialized hash malformed key length', 2],
    ['K 99999999999999999999999\na\n', 'Serialized hash malformed key length', 2],
    ['K 2\na\nV 1\n1\nEND\n', 'Serialized hash malformed key data', 4],
    ['K 1\na\nV 1x\n1\nEND\n', 'Serialized hash malformed value length', 8],
    ['K 1\na\nV 9\n1\nEND\n', 'Serialized hash malformed value data', 10],
  ])('refuses %j', (dump, message, offset) => {
    const error = errorOf(() => parseHashDump(bytes(dump)));
    expect(error).toMatchObject({ code: 'MALFORMED_HASH_DUMP', kind: 'corrupt', svnCode: 200002, message });
    expect(error.data.offset).toBe(offset);
  });

  it('returns or throws a RevstoreError on any bytes', () => {
    const line = fc.constantFrom('K 1\n', 'V 1\n', 'D 1\n', 'a\n', 'END\n', 'K 3\n', '\n', 'V 0\n', '\xff\n');
    const input = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(line, { maxLength: 12 }).map((lines) => bytes(lines.join(''))),
    );
    let failures = 0;
    fc.assert(
      fc.property(input, (dump) => {
        for (const parse of [parseHashDump, parseHashChanges, parseIncrementalHashDump])
          try {
            parse(dump);
          } catch (error) {
            expect(error).toBeInstanceOf(RevstoreError);
            failures++;
          }
      }),
      { numRuns: 500 },
    );
    expect(failures).toBeGreaterThan(0);
  });

  it('sorts by the bytes of the names', () => {
    const names = ['\u{10000}', '\uffff', 'b', 'é', 'B', ''];
    const sorted = sortedEntries(new Map(names.map((name) => [name, 0]))).map(([name]) => name);
    expect(sorted).toEqual(['', 'B', 'b', 'é', '\uffff', '\u{10000}']);
  });
});

describe.skipIf(svnMissing())('revision properties of svn', () => {
  it('are read and written as they are', async () => {
    const { path, url } = await svnRepository(join(temporaryDirectory(), 'r'));
    await svn(['mkdir', '-q', '-m', 'Zeile 1\nLínea 2', `${url}/a`]);
    const file = new Uint8Array(readFileSync(join(path, 'db/revprops/0/1')));
    const properties = parseHashDump(file);
    expect(Buffer.from(properties.get('svn:log')!).toString('utf8')).toBe('Zeile 1\nLínea 2');
    expect(serializeHashDump(sortedEntries(properties))).toEqual(file);
  });
});
