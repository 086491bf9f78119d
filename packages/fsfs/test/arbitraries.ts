import fc from 'fast-check';
import type { Change } from '../src/changes/index.js';
import type { NoderevId } from '../src/ids/index.js';
import type { DirectoryEntry, Noderev } from '../src/nodes/index.js';
import type { Representation } from '../src/reps/index.js';

export const number = fc.nat({ max: 2 ** 31 - 1 });
const base36 = number.map((n) => n.toString(36));
const partId = fc.oneof(
  base36,
  fc.tuple(base36, number).map(([n, r]) => `${n}-${r}`),
);
const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

export const noderevId: fc.Arbitrary<NoderevId> = fc.record({
  nodeId: partId,
  copyId: partId,
  revision: number,
  itemIndex: number,
});

/** Names as repositories hold them: any UTF-8 but slash, NUL and newline; never `.` or `..`. */
export const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.replace(/[/\0\n]/g, '_'))
  .filter((text) => text !== '.' && text !== '..');

export const path = fc.array(name, { maxLength: 5 }).map((names) => '/' + names.join('/'));

export const representation: fc.Arbitrary<Representation> = fc
  .tuple(
    fc.record({ revision: number, itemIndex: number, size: number, expandedSize: number, md5: hex(32) }),
    fc.option(
      hex(40).filter((text) => !/^0+$/.test(text)),
      { nil: undefined },
    ),
    fc.option(fc.tuple(number, base36, base36), { nil: undefined }),
  )
  .map(([rep, sha1, unique]) => ({
    ...rep,
    ...(sha1 ? { sha1 } : {}),
    ...(unique ? { uniquifier: `${unique[0]}-${unique[1]}/_${unique[2]}` } : {}),
  }));

const place = fc.record({ revision: number, path });

export const noderev: fc.Arbitrary<Noderev> = fc
  .record(
    {
      id: noderevId,
      kind: fc.constantFrom('file' as const, 'dir' as const),
      predecessor: noderevId,
      predecessorCount: number,
      text: representation,
      properties: representation,
      createdPath: path,
      copyFrom: place,
      copyRoot: place,
      mergeinfoCount: number,
      hasMergeinfo: fc.boolean(),
    },
    {
      requiredKeys: [
        'id',
        'kind',
        'predecessorCount',
        'createdPath',
        'copyRoot',
        'mergeinfoCount',
        'hasMergeinfo',
      ],
    },
  )
  .map((node) => node as Noderev);

export const change: fc.Arbitrary<Change> = fc
  .record(
    {
      path,
      id: noderevId.map((id) => `${id.nodeId}.${id.copyId}.r${id.revision}/${id.itemIndex}`),
      action: fc.constantFrom('add', 'modify', 'delete', 'replace'),
      kind: fc.constantFrom('file', 'dir'),
      textModified: fc.boolean(),
      propertiesModified: fc.boolean(),
      mergeinfoModified: fc.boolean(),
      copyFrom: place,
    },
    { requiredKeys: ['path', 'id', 'action', 'textModified', 'propertiesModified'] },
  )
  .map((c) => c as Change);

export const directoryEntries: fc.Arbitrary<DirectoryEntry[]> = fc.uniqueArray(
  fc.record({ name, kind: fc.constantFrom('file' as const, 'dir' as const), id: noderevId }),
  { selector: (entry) => entry.name, maxLength: 30 },
);
