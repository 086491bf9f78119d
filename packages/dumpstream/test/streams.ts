import fc from 'fast-check';
import { concatBytes, nameBytes } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import {
  DumpReader,
  nodeEnd,
  serializeFormat,
  serializeNodeHead,
  serializeRevision,
  serializeUuid,
  type DumpRecord,
  type NodeHead,
} from '@revstore/dumpstream';

/** A record without what only reading knows of it; the text is whole. */
export type PlainRecord =
  | { readonly type: 'format'; readonly version: number }
  | { readonly type: 'uuid'; readonly uuid: string }
  | {
      readonly type: 'revision';
      readonly revision: number;
      readonly properties?: ReadonlyMap<string, Uint8Array>;
    }
  | { readonly type: 'node'; readonly node: NodeHead; readonly text?: Uint8Array };

export async function* chunksOf(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length] ?? bytes.length);
    yield bytes.slice(at, at + size);
    at += size;
  }
}

export function serialize(record: PlainRecord): Uint8Array {
  switch (record.type) {
    case 'format':
      return serializeFormat(record.version as 2 | 3);
    case 'uuid':
      return serializeUuid(record.uuid);
    case 'revision':
      return serializeRevision(record.revision, record.properties);
    case 'node':
      return concatBytes([
        serializeNodeHead(record.node),
        record.text ?? new Uint8Array(0),
        nameBytes(nodeEnd(record.node)),
      ]);
  }
}

export async function plain(record: DumpRecord): Promise<PlainRecord> {
  switch (record.type) {
    case 'format':
      return { type: 'format', version: record.version };
    case 'uuid':
      return { type: 'uuid', uuid: record.uuid };
    case 'revision': {
      const { revision, properties } = record;
      return { type: 'revision', revision, ...(properties ? { properties } : {}) };
    }
    case 'node': {
      const { type, offset: _offset, headers: _headers, text, ...node } = record;
      if (!text) return { type, node };
      const pieces: Uint8Array[] = [];
      for await (const piece of text.chunks()) pieces.push(piece);
      return { type, node, text: concatBytes(pieces) };
    }
  }
}

/** All records of a stream, or the records before the error and the error. */
export async function readAll(
  bytes: Uint8Array,
  sizes: readonly number[] = [bytes.length],
  wholeTextBytes?: number,
): Promise<{ records: PlainRecord[]; error?: RevstoreError }> {
  const records: PlainRecord[] = [];
  const options = wholeTextBytes === undefined ? {} : { wholeTextBytes };
  try {
    for await (const record of new DumpReader(chunksOf(bytes, sizes), options))
      records.push(await plain(record));
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
    return { records, error };
  }
  return { records };
}

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => text.isWellFormed() && !/[\0\n]/.test(text));
const bytes = fc.uint8Array({ maxLength: 40 });
const digest = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const properties = fc.array(fc.tuple(name, bytes), { maxLength: 4 }).map((entries) => new Map(entries));
const changes = fc
  .array(fc.tuple(name, fc.option(bytes, { nil: undefined })), { maxLength: 4 })
  .map((entries) => new Map(entries));

const node = fc
  .record(
    {
      path: name,
      kind: fc.constantFrom('file' as const, 'dir' as const),
      action: fc.constantFrom('add' as const, 'change' as const, 'delete' as const, 'replace' as const),
      copyFrom: fc.record({ revision: fc.nat(), path: name }),
      copySourceMd5: digest(32),
      copySourceSha1: digest(40),
      propertyDelta: fc.constant(true as const),
      properties: changes,
      textDelta: fc.constant(true as const),
      deltaBaseMd5: digest(32),
      deltaBaseSha1: digest(40),
      textMd5: digest(32),
      textSha1: digest(40),
      text: bytes,
    },
    { requiredKeys: ['path'] },
  )
  .map(({ text, ...head }): PlainRecord =>
    text ? { type: 'node', node: { ...head, textLength: text.length }, text } : { type: 'node', node: head },
  );

/** Records of a whole stream, the format's first. */
export const streams: fc.Arbitrary<PlainRecord[]> = fc
  .tuple(
    fc.constantFrom(2, 3).map((version): PlainRecord => ({ type: 'format', version })),
    fc.array(
      fc.oneof(
        fc.uuid().map((uuid): PlainRecord => ({ type: 'uuid', uuid })),
        fc
          .record({ revision: fc.nat(), properties }, { requiredKeys: ['revision'] })
          .map((record): PlainRecord => ({ type: 'revision', ...record })),
        node,
      ),
      { maxLength: 6 },
    ),
  )
  .map(([first, rest]) => [first, ...rest]);

/** Sizes of pieces in which a stream arrives. */
export const pieceSizes: fc.Arbitrary<number[]> = fc.array(fc.integer({ min: 1, max: 300 }), {
  minLength: 1,
  maxLength: 5,
});
