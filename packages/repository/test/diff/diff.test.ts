import { join } from 'node:path';
import {
  DiffFormatter,
  openRepository,
  type Difference,
  type DiffOptions,
  type Repository,
} from '@revstore/repository';
import { svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('differences of trees', () => {
  let path: string;
  let repository: Repository;

  beforeAll(async () => {
    path = join(temporaryDirectory(), 'repository');
    await svnRepository(path, {
      revisions: [
        [
          { mkdir: 'trunk' },
          { mkdir: 'trunk/d' },
          { put: 'trunk/d/f', contents: 'one\n' },
          { put: 'trunk/g', contents: 'same\n' },
          { put: 'trunk/long', contents: 'x'.repeat(300_000) },
        ],
        [
          { put: 'trunk/d/f', contents: 'two\n' },
          { propset: 'trunk/d', name: 'p', value: 'v' },
          { put: 'trunk/long', contents: 'y'.repeat(300_000) },
        ],
        [{ rm: 'trunk/g' }],
        [{ put: 'trunk/g', contents: 'same\n' }],
        [{ cp: 'trunk', to: 'branch' }],
      ],
    });
    repository = await openRepository(path);
  });

  afterAll(() => repository.close());

  async function all(options: DiffOptions): Promise<Difference[]> {
    const list: Difference[] = [];
    for await (const difference of repository.diff(options)) list.push(difference);
    return list;
  }

  const brief = ({ relativePath, action, textModified, propertiesModified }: Difference): unknown[] => [
    relativePath,
    action,
    textModified,
    propertiesModified,
  ];

  it('tell what changed, a directory after what is in it', async () => {
    const found = await all({ from: { path: '/trunk', revision: 1 }, to: { path: '/trunk', revision: 2 } });
    expect(found.map(brief)).toEqual([
      ['d/f', 'modify', true, false],
      ['d', 'modify', false, true],
      ['long', 'modify', true, false],
    ]);
    const [file, directory, long] = found;
    expect(file!.before).toMatchObject({ path: '/trunk/d/f', revision: 1 });
    expect(Buffer.from(await file!.before!.contents()).toString()).toBe('one\n');
    expect(Buffer.from(await file!.after!.contents()).toString()).toBe('two\n');
    expect([...(await directory!.after!.properties()).keys()]).toEqual(['p']);
    expect(await directory!.after!.contents()).toHaveLength(0);
    expect(Buffer.from(await long!.after!.contents()).toString()).toBe('y'.repeat(300_000));
  });

  it('are none between copies, and ancestry tells apart what only looks alike', async () => {
    const copies = { from: { path: '/trunk', revision: 5 }, to: { path: '/branch', revision: 5 } };
    expect(await all(copies)).toEqual([]);
    expect(await all({ ...copies, noticeAncestry: true })).toEqual([]);
    const again = { from: { revision: 2 }, to: { revision: 4 } };
    expect(await all(again)).toEqual([]);
    expect((await all({ ...again, noticeAncestry: true })).map(brief)).toEqual([
      ['trunk/g', 'delete', true, false],
      ['trunk/g', 'add', true, false],
    ]);
  });

  it('take a side that is missing for an empty one, but not both', async () => {
    const found = await all({
      from: { path: '/branch', revision: 4 },
      to: { path: '/branch' },
      depth: 'files',
    });
    expect(found.map(({ relativePath, action }) => [relativePath, action])).toEqual([
      ['g', 'add'],
      ['long', 'add'],
      ['', 'add'],
    ]);
    const nothing = all({ from: { path: '/a', revision: 1 }, to: { path: '/a', revision: 2 } });
    await expect(nothing).rejects.toMatchObject({ code: 'FS_NOT_FOUND' });
  });

  it('end with the reason of an abort, and when the handle is closed', async () => {
    const aborted = all({ from: { revision: 0 }, to: {}, signal: AbortSignal.abort(new Error('enough')) });
    await expect(aborted).rejects.toThrow('enough');
    const other = await openRepository(path);
    const reading = async (): Promise<void> => {
      for await (const difference of other.diff({ from: { revision: 0 }, to: {} }))
        if (difference) await other.close();
    };
    await expect(reading()).rejects.toMatchObject({ code: 'HANDLE_CLOSED' });
  });

  it('are written as a patch', async () => {
    const formatter = new DiffFormatter({ propertiesOnly: false });
    const [difference] = await all({
      from: { path: '/trunk/d', revision: 1 },
      to: { path: '/trunk/d', revision: 2 },
    });
    const pieces: Uint8Array[] = [];
    for await (const piece of formatter.format(difference!)) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toBe(
      `Index: f\n${'='.repeat(67)}\n--- f\t(revision 1)\n+++ f\t(revision 2)\n@@ -1 +1 @@\n-one\n+two\n`,
    );
  });
});
