import { join } from 'node:path';
import { openRepository, type LogEntry, type LogOptions, type Repository } from '@revstore/repository';
import { svn, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

async function all(entries: AsyncIterable<LogEntry>): Promise<LogEntry[]> {
  const list: LogEntry[] = [];
  for await (const entry of entries) list.push(entry);
  return list;
}

describe.skipIf(svnMissing())('the log', () => {
  let path: string;
  let url: string;
  let repository: Repository;

  beforeAll(async () => {
    path = join(temporaryDirectory(), 'repository');
    ({ url } = await svnRepository(path, {
      revisions: [
        [{ mkdir: 'trunk' }, { mkdir: 'trunk/d' }, { put: 'trunk/d/f', contents: '1' }],
        [
          { put: 'trunk/d/f', contents: '2' },
          { put: 'trunk/a b', contents: '2' },
        ],
        [
          { cp: 'trunk', to: 'branch' },
          { put: 'branch/d/f', contents: '3' },
        ],
        [
          { put: 'branch/d/f', contents: '4' },
          { propset: 'trunk', name: 'p', value: 'v' },
        ],
        [{ mv: 'branch/d', to: 'branch/e' }],
        [{ rm: 'trunk/d' }, { cp: 'branch/e', to: 'trunk/d', revision: 5 }],
        [
          { put: 'trunk/a b', contents: '7' },
          { put: 'trunk/d/f', contents: '7' },
        ],
        [{ rm: 'branch' }, { put: 'branch', contents: 'now a file' }],
      ],
    }));
    repository = await openRepository(path);
  });
  afterAll(() => repository?.close());

  /** What svn tells of the same, in the same shape. */
  async function theirs(target: string, options: readonly string[]): Promise<unknown[]> {
    const { stdout } = await svn(['log', '-v', '--xml', ...options, target]);
    return [...stdout.matchAll(/<logentry\s+revision="(\d+)">(.*?)<\/logentry>/gs)].map((entry) => ({
      revision: Number(entry[1]),
      changedPaths: [...entry[2]!.matchAll(/<path\s+([^>]*)>([^<]*)<\/path>/g)].map((changed) => {
        const attribute = (name: string) => new RegExp(`(?<![\\w-])${name}="([^"]*)"`).exec(changed[1]!)?.[1];
        const from = attribute('copyfrom-path');
        return {
          path: changed[2],
          action: { A: 'add', D: 'delete', M: 'modify', R: 'replace' }[attribute('action')!],
          kind: attribute('kind'),
          textModified: attribute('text-mods') === 'true',
          propertiesModified: attribute('prop-mods') === 'true',
          ...(from === undefined
            ? {}
            : { copyFrom: { path: from, revision: Number(attribute('copyfrom-rev')) } }),
        };
      }),
    }));
  }

  const cases: [path: string, range: string, options: LogOptions, flags: string[]][] = [
    ['', '8:1', {}, []],
    ['', '3:6', { limit: 2 }, ['-l', '2']],
    ['trunk', '8:1', {}, []],
    ['trunk/d/f', '8:1', {}, []],
    ['trunk/d/f', '1:8', {}, []],
    ['trunk/d/f', '8:1', { stopOnCopy: true }, ['--stop-on-copy']],
    ['trunk/d/f', '1:8', { stopOnCopy: true, limit: 1 }, ['--stop-on-copy', '-l', '1']],
    ['trunk/d', '7:4', {}, []],
    ['trunk/a b', '8:3', {}, []],
    ['branch', '8:1', {}, []],
  ];
  it.each(cases)('of %j in %s %j is that of svn', async (at, range, options, flags) => {
    const [start, end] = range.split(':').map(Number) as [number, number];
    const entries = await all(
      repository.log({ ...options, paths: [`/${at}`], start, end, changedPaths: true }),
    );
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.map(({ revision, changedPaths }) => ({ revision, changedPaths }))).toEqual(
      await theirs(`${url}/${encodeURI(at)}@8`, ['-r', range, ...flags]),
    );
  });

  it('follows a path from its peg revision', async () => {
    const entries = await all(repository.log({ paths: ['/branch/e/f'], pegRevision: 5, start: 4, end: 1 }));
    expect(entries.map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
    const [start, end] = [8, 1];
    await expect(
      all(repository.log({ paths: ['/branch/e'], pegRevision: 5, start, end })),
    ).rejects.toMatchObject({
      svnCode: 160013,
    });
    await expect(
      all(repository.log({ paths: ['/branch'], pegRevision: 5, start, end })),
    ).rejects.toMatchObject({
      svnCode: 195012,
    });
  });

  it('of several paths has each revision once', async () => {
    const { stdout } = await svn(['log', '-q', '-r', '8:1', url, 'trunk/d/f', 'trunk/a b']);
    const theirRevisions = [...stdout.matchAll(/^r(\d+) /gm)].map(([, revision]) => Number(revision));
    const paths = ['/trunk/d/f', '/trunk/a b'];
    const revisions = async (options: LogOptions) =>
      (await all(repository.log({ paths, ...options }))).map(({ revision }) => revision);
    expect(await revisions({ start: 8, end: 1 })).toEqual(theirRevisions);
    expect(await revisions({ start: 1, end: 8 })).toEqual(theirRevisions.toReversed());
  });

  it('gives the revision properties that were asked for', async () => {
    const [whole] = await all(repository.log({ start: 1, end: 1 }));
    expect([...whole!.properties.keys()].sort()).toEqual(['svn:author', 'svn:date', 'svn:log']);
    expect(whole).toMatchObject({ message: 'A change.' });
    expect(whole).not.toHaveProperty('changedPaths');
    const [some] = await all(repository.log({ start: 1, end: 1, revisionProperties: ['svn:log', 'none'] }));
    expect([...some!.properties.keys()]).toEqual(['svn:log']);
  });

  it('ends by its signal', async () => {
    await expect(all(repository.log({ signal: AbortSignal.abort(new Error('enough')) }))).rejects.toThrow(
      'enough',
    );
  });

  it('ends when its handle is closed', async () => {
    const own = await openRepository(path);
    const entries = own.log()[Symbol.asyncIterator]();
    expect((await entries.next()).value).toMatchObject({ revision: 8 });
    await own.close();
    await expect(entries.next()).rejects.toMatchObject({ code: 'HANDLE_CLOSED' });
  });
});
