import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareUtf8, concatBytes, nameBytes, utf8Bytes } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { parseChanges, serializeChange } from '../src/changes/index.js';
import { formats, parseFormatFile, serializeFormatFile } from '../src/format/index.js';
import { parseNoderevId, serializeNoderevId } from '../src/ids/index.js';
import { parseCurrent } from '../src/layout/index.js';
import { parseDirectory, parseNoderev, serializeDirectory, serializeNoderev } from '../src/nodes/index.js';
import { parseLockFile } from '../src/path-locks/index.js';
import {
  parseRepHeader,
  parseRepresentation,
  serializeRepHeader,
  serializeRepresentation,
} from '../src/reps/index.js';
import { change, directoryEntries, noderev, noderevId, number, representation } from './arbitraries.js';

function returnsOrRefuses(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
  }
}

describe('stored forms', () => {
  it('node-revision ids come back', () => {
    fc.assert(
      fc.property(noderevId, (id) => {
        expect(parseNoderevId(serializeNoderevId(id))).toEqual(id);
      }),
    );
  });
  it('representations come back', () => {
    fc.assert(
      fc.property(representation, (rep) => {
        expect(parseRepresentation(serializeRepresentation(rep))).toEqual(rep);
      }),
    );
  });
  it('representation headers come back', () => {
    fc.assert(
      fc.property(
        fc.option(fc.record({ revision: number, itemIndex: number, size: number }), { nil: undefined }),
        (base) => {
          const header = { type: 'delta' as const, ...(base ? { base } : {}) };
          expect(parseRepHeader(serializeRepHeader(header).slice(0, -1))).toEqual(header);
        },
      ),
    );
    expect(serializeRepHeader({ type: 'plain' })).toBe('PLAIN\n');
  });
  it('node-revisions come back', () => {
    fc.assert(
      fc.property(noderev, (node) => {
        expect(parseNoderev(nameBytes(serializeNoderev(node)))).toEqual(node);
      }),
    );
  });
  it('changed paths come back', () => {
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        expect(parseChanges(concatBytes([...changes.map(serializeChange), utf8Bytes('\n')]))).toEqual(
          changes,
        );
      }),
    );
  });
  it('directories come back in byte order of names', () => {
    fc.assert(
      fc.property(directoryEntries, (entries) => {
        const sorted = [...entries].sort((a, b) => compareUtf8(a.name, b.name));
        expect(parseDirectory(serializeDirectory(entries)).entries).toEqual(sorted);
      }),
    );
  });
  it('format files come back', () => {
    for (const features of formats.values())
      for (const layout of [{ kind: 'linear' } as const, { kind: 'sharded', shardSize: 7 } as const])
        for (const addressing of ['physical', 'logical'] as const) {
          if (layout.kind === 'sharded' && !features.layoutOption) continue;
          if (addressing === 'logical' && (layout.kind === 'linear' || !features.addressingOption)) continue;
          const format = { features, layout, addressing };
          expect(parseFormatFile(serializeFormatFile(format), 'format')).toEqual(format);
        }
  });
  it('any bytes are parsed or refused', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string().map(utf8Bytes)), (bytes) => {
        const text = Buffer.from(bytes).toString('latin1');
        for (const parse of [
          () => parseNoderev(bytes),
          () => parseChanges(bytes),
          () => parseDirectory(bytes),
          () => parseLockFile(bytes, 'f'),
          () => parseNoderevId(text),
          () => parseRepresentation(text),
          () => parseRepHeader(text),
          () => parseFormatFile(text, 'f'),
          () => parseCurrent(text),
        ])
          returnsOrRefuses(parse);
      }),
    );
  });
  it('a damaged node-revision is parsed or refused', () => {
    fc.assert(
      fc.property(noderev, fc.nat(), fc.nat({ max: 255 }), (node, at, value) => {
        const bytes = nameBytes(serializeNoderev(node));
        bytes[at % bytes.length] = value;
        returnsOrRefuses(() => parseNoderev(bytes));
      }),
    );
  });
});

describe('format files', () => {
  const code = (text: string): string => {
    try {
      parseFormatFile(text, 'format');
    } catch (error) {
      return (error as RevstoreError).code;
    }
    return 'accepted';
  };
  it('says what is wrong as Subversion does, with its number', () => {
    expect(() => parseFormatFile('8x\n', 'format')).toThrow(
      expect.objectContaining({
        svnCode: 125006,
        message: "Format file 'format' contains unexpected non-digit 'x' within '8x'",
      }),
    );
    expect(code('99999999999\n')).toBe('FS_UNSUPPORTED_FORMAT');
  });
  it('tells too new, never released and corrupt apart', () => {
    expect(code('9\n')).toBe('FS_UNSUPPORTED_FORMAT');
    expect(code('5\nlayout sharded 1000\n')).toBe('FS_UNSUPPORTED_FORMAT');
    expect(code('8x\n')).toBe('BAD_VERSION_FILE');
    expect(code('')).toBe('BAD_VERSION_FILE');
    expect(code('2\nlayout linear\n')).toBe('BAD_VERSION_FILE');
    expect(code('6\naddressing logical\n')).toBe('BAD_VERSION_FILE');
    expect(code('8\nlayout sharded 0\n')).toBe('BAD_VERSION_FILE');
    expect(code('8\nlayout linear\naddressing logical\n')).toBe('BAD_FORMAT_COMBINATION');
  });
});
