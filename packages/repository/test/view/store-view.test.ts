import { join } from 'node:path';
import { openRepository, type ListEntry, type Repository, type RevisionView } from '@revstore/repository';
import { svn, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);

describe.skipIf(svnMissing())('the view of a revision', () => {
  let url: string;
  let repository: Repository;
  let view: RevisionView;

  beforeAll(async () => {
    const made = await svnRepository(join(temporaryDirectory(), 'repository'), {
      revisions: [
        [
          { mkdir: 'd' },
          { mkdir: 'd/a' },
          { mkdir: 'd/a.d' },
          { put: 'd/a/x', contents: 'inner\n' },
          { put: 'd/a-b', contents: 'before a/x in byte order\n' },
          { put: 'd/ä', contents: 'x'.repeat(300_000) },
          { put: 'd/empty', contents: '' },
          { propset: 'd', name: 'of:d', value: 'v' },
          { propset: 'd/a/x', name: 'of:x', value: Uint8Array.of(0, 255) },
        ],
        [{ put: 'd/a/x', contents: 'changed\n' }],
        [{ rm: 'd/ä' }],
      ],
    });
    url = made.url;
    await svn(['lock', '-q', '-m', 'mine', `${url}/d/a/x`]);
    repository = await openRepository(made.path);
    view = await repository.revision(2);
  });
  afterAll(() => repository?.close());

  function shown(entry: ListEntry): unknown {
    const { kind, relativePath, size, createdRevision, lastAuthor, lastDate, lock } = entry;
    return [
      kind,
      relativePath,
      kind === 'file' ? size : undefined,
      createdRevision,
      lastAuthor,
      lastDate,
      lock?.token,
    ];
  }

  it.each(['empty', 'files', 'immediates', 'infinity'] as const)('lists as svn does: %s', async (depth) => {
    const { stdout } = await svn(['list', '--xml', '--depth', depth, '-r', '2', `${url}/d@2`]);
    const theirs = [...stdout.matchAll(/<entry\s+kind="(\w+)">(.*?)<\/entry>/gs)].map(([, kind, body]) => {
      const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body!)?.[1];
      const size = element('size');
      return [
        kind,
        element('name'),
        size === undefined ? undefined : Number(size),
        Number(/revision="(\d+)"/.exec(body!)![1]),
        element('author'),
        element('date'),
        element('token'),
      ];
    });
    const ours = await all(view.list('/d', { depth }));
    expect(ours.slice(1).map(shown)).toEqual(theirs.filter(([, name]) => name !== ''));
    expect(ours[0]).toMatchObject({ path: '/d', relativePath: '', kind: 'dir' });
    expect(await all(view.walk('/d', { depth }))).toEqual(
      ours.map(({ path, relativePath, kind }) => ({ path, relativePath, kind })),
    );
  });

  it('reads as svn does', async () => {
    for (const path of ['/d/a/x', '/d/ä', '/d/empty']) {
      const { stdoutBytes } = await svn(['cat', '-r', '2', `${url}${encodeURI(path)}@2`]);
      expect(Buffer.from(await view.readFile(path)).equals(stdoutBytes)).toBe(true);
      expect((await view.stat(path)).size).toBe(stdoutBytes.length);
    }
    expect(text(await (await repository.revision(1)).readFile('/d/a/x'))).toBe('inner\n');
    expect(await view.exists('/d/ä')).toBe(true);
    expect(await (await repository.revision(3)).exists('/d/ä')).toBe(false);
  });

  it('has entries in byte order of names', async () => {
    expect((await view.readdir('/d')).map(({ name }) => name)).toEqual(['a', 'a-b', 'a.d', 'empty', 'ä']);
  });

  it('gives properties, and those of the ancestors that have any', async () => {
    expect(await view.properties('/d/a/x')).toEqual(new Map([['of:x', Uint8Array.of(0, 255)]]));
    expect(await view.properties('/d/a')).toEqual(new Map());
    expect(await view.inheritedProperties('/d/a/x')).toEqual([
      { path: '/d', properties: new Map([['of:d', new TextEncoder().encode('v')]]) },
    ]);
    await expect(view.inheritedProperties('/d/none')).rejects.toMatchObject({ svnCode: 160013 });
  });

  it('gives bytes that are the caller’s own', async () => {
    const spoil = async (): Promise<void> => {
      for await (const chunk of view.createReadStream('/d/ä')) chunk.fill(0);
      (await view.readFile('/d/a/x')).fill(0);
      (await view.properties('/d')).get('of:d')!.fill(0);
    };
    await spoil();
    expect(text(await view.readFile('/d/ä'))).toBe('x'.repeat(300_000));
    expect(text(await view.readFile('/d/a/x'))).toBe('changed\n');
    expect(text((await view.properties('/d')).get('of:d'))).toBe('v');
  });

  it('ends reading and walking by their signal', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(all(view.walk('/', { signal }))).rejects.toThrow('enough');
    await expect(all(view.list('/', { signal }))).rejects.toThrow('enough');
    await expect(view.readFile('/d/ä', { signal })).rejects.toThrow('enough');
    const controller = new AbortController();
    const reading = view.createReadStream('/d/ä', { signal: controller.signal })[Symbol.asyncIterator]();
    await reading.next();
    controller.abort(new Error('later'));
    await expect(
      (async () => {
        while (!(await reading.next()).done);
      })(),
    ).rejects.toThrow('later');
  });

  it('is closed for itself', async () => {
    const own = await repository.revision(2);
    await own.close();
    await expect(own.stat('/d')).rejects.toMatchObject({ code: 'HANDLE_CLOSED' });
    expect(await view.exists('/d')).toBe(true);
  });
});
