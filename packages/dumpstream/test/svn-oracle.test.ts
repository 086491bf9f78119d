import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concatBytes, utf8Bytes } from '@revstore/bytes';
import { svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { readAll, serialize } from './streams.js';

describe.skipIf(svnMissing())('with Subversion', () => {
  it('streams of both versions are read, and written again byte for byte', async () => {
    const { path } = await svnRepository(join(temporaryDirectory(), 'r'), {
      revisions: [
        [
          { mkdir: 'trunk' },
          { put: 'trunk/α β.txt', contents: 'one\ntwo\n' },
          { put: 'trunk/empty', contents: '' },
          { propset: 'trunk', name: 'svn:ignore', value: '*.o\n' },
          { propset: 'trunk/empty', name: 'z', value: '1' },
          { propset: 'trunk/empty', name: 'a', value: Uint8Array.of(0, 255, 10) },
        ],
        [
          { put: 'trunk/α β.txt', contents: 'one\n2\n' },
          { propdel: 'trunk/empty', name: 'z' },
        ],
        [
          { cp: 'trunk', to: 'branch' },
          { put: 'branch/empty', contents: 'x'.repeat(100_000) },
        ],
        [{ rm: 'branch/α β.txt' }, { cp: 'trunk/empty', to: 'branch/α β.txt', revision: 1 }],
        [{ mv: 'branch', to: 'moved' }],
      ],
    });
    for (const options of [[], ['--deltas'], ['-r', '3:5', '--incremental'], ['-r', '3:5', '--deltas']]) {
      const { stdoutBytes } = await svnadmin(['dump', '-q', ...options, path]);
      const { records, error } = await readAll(stdoutBytes, [1000, 7], 5000);
      expect(error).toBeUndefined();
      const written = concatBytes(
        // A deletion that makes room for a copy has no second line end.
        records.map((record, i) => {
          const next = records[i + 1];
          const bytes = serialize(record);
          const replaced =
            record.type === 'node' &&
            next?.type === 'node' &&
            record.node.action === 'delete' &&
            record.node.path === next.node.path;
          return replaced ? bytes.subarray(0, -1) : bytes;
        }),
      );
      expect(Buffer.from(written).equals(stdoutBytes)).toBe(true);
    }
  });

  const head = 'SVN-fs-dump-format-version: 2\n\n';
  const revision = `${head}Revision-number: 1\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n`;
  it.each([
    '',
    'garbage',
    'garbage\n',
    `${'long '.repeat(30)}\n`,
    'SVN-fs-dump-format-version: 9\n\n',
    'SVN-fs-dump-format-version: x\n\n',
    'SVN-fs-dump-format-version:\n\n',
    'SVN-fs-dump-format-version: 99999999999999999999\n\n',
    `${head}x`,
    `${head}no colon\n\n`,
    `${head}Revision-number\n\n`,
    `${head}Revision-number:\n\n`,
    `${head}Revision-number: 1\nx: 3`,
    `${head}Some-thing: 1\n\n`,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 20\n\nK 1x\na\n`,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 20\n\nK -1\na\n`,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 20\n\nK 1\naV 1`,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 20\n\nK 1\na\nV `,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 20\n\nK 1\na\nV 1\nb`,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 20\n\nK 1\na\nV -1\nb`,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 20\n\nK 1\na\nX 1\nb\n`,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 20\n\nD 1\na\nPROPS-END\n`,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 20\n\nPROPS`,
    `${head}Revision-number: 1\nProp-content-length: 20\nContent-length: 10\n\nPROPS-END\n`,
    `${revision}Node-path: a\nNode-kind: file\nNode-action: add\nText-content-length: 9\nContent-length: 9\n\nabc`,
    `${revision}Node-path: a\nNode-kind: file\nNode-action: add\nText-content-length: 3\nContent-length: 2\n\nabc`,
    `${revision}Node-path: a\nNode-kind: file\nNode-action: add\nText-content-length: 3\nContent-length: 9\n\nabc`,
  ])('faults are told in its words: %j', async (stream) => {
    const repository = join(temporaryDirectory(), 'r');
    await svnadmin(['create', repository]);
    const { stderr } = await svnadmin(['load', '-q', repository], { input: stream, expectCode: 1 });
    const { error } = await readAll(utf8Bytes(stream), [5]);
    expect(`svnadmin: E${error!.svnCode}: ${error!.message}\n`).toBe(stderr);
    expect(error!.data.offset).toBeLessThanOrEqual(stream.length);
  });

  it.each([
    [`${head}Revision-number: 1\n`, 1],
    [`${revision}\n\n \t ignored\n\nRevision-number: 2\nProp-content-length: 7\n\nPROPS-END\n`, 2],
    [`${revision}Node-path: a\nNode-kind: file\nNode-action: add\nText-content-length: x\n\n\n`, 1],
  ])('what it takes is taken: %j', async (stream, youngest) => {
    const repository = join(temporaryDirectory(), 'r');
    await svnadmin(['create', repository]);
    await svnadmin(['load', '-q', repository], { input: stream });
    expect(readFileSync(join(repository, 'db/current'), 'utf8')).toBe(`${youngest}\n`);
    const { records, error } = await readAll(utf8Bytes(stream), [3]);
    expect(error).toBeUndefined();
    expect(records.filter(({ type }) => type === 'revision')).toHaveLength(youngest);
  });

  it('streams of the first days, with one length for properties and text', async () => {
    const stream =
      'SVN-fs-dump-format-version: 1\n\nRevision-number: 1\nContent-length: 10\n\nPROPS-END\n\n' +
      'Node-path: a\nNode-kind: file\nNode-action: add\nContent-length: 13\n\nPROPS-END\nabc\n\n' +
      'Node-path: b\nNode-kind: file\nNode-action: add\nContent-length: 10\n\nPROPS-END\n\n\n' +
      'Node-path: d\nNode-kind: dir\nNode-action: add\nContent-length: 10\n\nPROPS-END\n\n\n';
    const repository = join(temporaryDirectory(), 'r');
    await svnadmin(['create', repository]);
    await svnadmin(['load', '-q', repository], { input: stream });
    const { records } = await readAll(utf8Bytes(stream));
    const { records: theirs } = await readAll(
      (await svnadmin(['dump', '-q', '-r1', '--incremental', repository])).stdoutBytes,
    );
    const texts = (all: typeof records) =>
      all.flatMap((record) =>
        record.type === 'node'
          ? [[record.node.path, record.node.kind, record.text && Buffer.from(record.text).toString()]]
          : [],
      );
    expect(texts(records)).toEqual([
      ['a', 'file', 'abc'],
      ['b', 'file', ''],
      ['d', 'dir', undefined],
    ]);
    expect(texts(records)).toEqual(texts(theirs));
  });
});
