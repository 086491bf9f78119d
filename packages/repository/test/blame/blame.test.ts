import { join } from 'node:path';
import { openRepository, type BlameLine, type BlameOptions, type Repository } from '@revstore/repository';
import { svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('the blame of a file', () => {
  let path: string;
  let repository: Repository;

  beforeAll(async () => {
    path = join(temporaryDirectory(), 'repository');
    await svnRepository(path, {
      revisions: [
        [{ put: 'f', contents: 'a\nb\nc' }],
        [{ put: 'f', contents: 'a\nB\nc' }],
        [{ mv: 'f', to: 'g' }],
        [{ put: 'g', contents: 'a\r\nB\r\nc' }],
        [{ propset: 'g', name: 'svn:mime-type', value: 'image/png' }],
        [{ mkdir: 'd' }],
      ],
    });
    repository = await openRepository(path);
  });

  afterAll(() => repository.close());

  async function all(options: BlameOptions): Promise<BlameLine[]> {
    const list: BlameLine[] = [];
    for await (const line of repository.blame(options)) list.push(line);
    return list;
  }

  const brief = ({ lineNumber, contents, source }: BlameLine): unknown[] => [
    lineNumber,
    Buffer.from(contents).toString(),
    source?.revision,
  ];

  it('follows it through copies', async () => {
    const lines = await all({ path: '/g', pegRevision: 3 });
    expect(lines.map(brief)).toEqual([
      [1, 'a', 1],
      [2, 'B', 2],
      [3, 'c', 1],
    ]);
    expect(Date.parse(lines[0]!.source!.date!)).toBeGreaterThan(0);
  });

  it('knows lines by what counts of them', async () => {
    const from = { path: '/g', pegRevision: 4 };
    expect((await all(from)).map(({ source }) => source?.revision)).toEqual([4, 4, 1]);
    const loose = await all({ ...from, lines: { ignoreEolStyle: true } });
    expect(loose.map(({ source }) => source?.revision)).toEqual([1, 2, 1]);
    expect(Buffer.from(loose[1]!.contents).toString()).toBe('B');
  });

  it('leaves out what is older than asked for, and looks ahead where it begins young', async () => {
    expect((await all({ path: '/g', pegRevision: 3, start: 2 })).map(brief)).toEqual([
      [1, 'a', undefined],
      [2, 'B', 2],
      [3, 'c', undefined],
    ]);
    expect((await all({ path: '/g', pegRevision: 3, start: 3, end: 1 })).map(brief)).toEqual([
      [1, 'a', undefined],
      [2, 'b', 3],
      [3, 'c', undefined],
    ]);
  });

  it('is refused for what has no lines', async () => {
    await expect(all({ path: '/g' })).rejects.toMatchObject({ code: 'CLIENT_IS_BINARY_FILE' });
    expect(await all({ path: '/g', forceText: true })).toHaveLength(3);
    await expect(all({ path: '/d' })).rejects.toMatchObject({ code: 'FS_NOT_FILE' });
    await expect(all({ path: '/none' })).rejects.toMatchObject({ code: 'FS_NOT_FOUND' });
    await expect(all({ path: '/g', start: 4, end: 1, merged: true })).rejects.toMatchObject({
      code: 'UNSUPPORTED_FEATURE',
    });
  });

  it('ends with the reason of an abort', async () => {
    const aborted = all({ path: '/g', pegRevision: 3, signal: AbortSignal.abort(new Error('enough')) });
    await expect(aborted).rejects.toThrow('enough');
  });
});
