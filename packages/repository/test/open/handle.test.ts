import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRepository, openRepository, type Edit, type Repository } from '@revstore/repository';
import { svn, svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

let path: string;
let repository: Repository;

beforeEach(async () => {
  path = join(temporaryDirectory(), 'repository');
  await createRepository(path);
  repository = await openRepository(path);
});
afterEach(() => repository.close());

const leftovers = (): string[] =>
  existsSync(join(path, 'db/revstore/transactions'))
    ? readdirSync(join(path, 'db/revstore/transactions'))
    : [];

describe('commits of edits', () => {
  const file = (at: string, contents: string): Edit => ({
    type: 'add-file',
    path: at,
    contents: text(contents),
  });

  it('take bytes and streams, and read back', async () => {
    async function* stream(): AsyncGenerator<Uint8Array> {
      // One buffer for all chunks, as streams often have.
      const buffer = new Uint8Array(140_000);
      for (let i = 0; i < 30; i++) {
        buffer.fill(i);
        yield buffer;
      }
    }
    const { revision, author, date } = await repository.commit(
      [
        { type: 'make-directory', path: '/a', properties: new Map([['p', text('v')]]) },
        { type: 'add-file', path: 'a/stream', contents: stream() },
        { type: 'add-file', path: '/a/empty', contents: new Uint8Array(0) },
        { type: 'add-file', path: '/ä', contents: [text('x'), text('y')] },
      ],
      { author: 'me', message: 'm', revisionProperties: new Map([['extra', text('1')]]) },
    );
    expect([revision, author]).toEqual([1, 'me']);
    const view = await repository.revision();
    const stored = await view.readFile('/a/stream');
    expect(stored.length).toBe(30 * 140_000);
    for (let i = 0; i < 30; i++) expect([stored[i * 140_000], stored[(i + 1) * 140_000 - 1]]).toEqual([i, i]);
    expect(await view.readFile('/a/empty')).toEqual(new Uint8Array(0));
    expect(new TextDecoder().decode(await view.readFile('/ä'))).toBe('xy');
    expect(await view.properties('/a')).toEqual(new Map([['p', text('v')]]));
    expect([...(await repository.revisionProperties(1)).keys()].sort()).toEqual([
      'extra',
      'svn:author',
      'svn:date',
      'svn:log',
    ]);
    expect(new TextDecoder().decode((await repository.revisionProperties(1)).get('svn:date'))).toBe(date);
    if (!svnMissing()) await svnadmin(['verify', '-q', path]);
  });

  it.each([
    ['a missing parent', [file('/no/file', 'x')], 160013],
    ['a file as parent', [file('/f', 'x'), file('/f/g', 'x')], 160016],
    ['the same path twice', [file('/f', 'x'), file('/f', 'y')], 160020],
    ['the root', [{ type: 'make-directory', path: '/' } as Edit], 160020],
    ['a path with ..', [file('/a/../b', 'x')], 160005],
    ['a NUL in a name', [file('/a\0', 'x')], 160005],
    ['a line feed in a name', [file('/a\nb', 'x')], 160005],
    ['a name that is no text', [file('/a\ud800', 'x')], 160005],
  ])('refuse %s and leave nothing', async (_what, edits, svnCode) => {
    await expect(repository.commit(edits)).rejects.toMatchObject({ svnCode });
    expect([await repository.youngest(), leftovers()]).toEqual([0, []]);
  });

  it('end by their signal, and by what their stream throws', async () => {
    const abort = new AbortController();
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield text('x');
      abort.abort(new Error('enough'));
      yield text('y');
    }
    const edits: Edit[] = [{ type: 'add-file', path: '/f', contents: slow() }];
    await expect(repository.commit(edits, { signal: abort.signal })).rejects.toThrow('enough');
    // eslint-disable-next-line require-yield
    async function* broken(): AsyncGenerator<Uint8Array> {
      throw new Error('broken');
    }
    await expect(repository.commit([{ type: 'add-file', path: '/f', contents: broken() }])).rejects.toThrow(
      'broken',
    );
    expect([await repository.youngest(), leftovers()]).toEqual([0, []]);
  });

  it('are refused by a hook, and leave nothing', async () => {
    writeFileSync(join(path, 'hooks/pre-commit'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await expect(repository.commit([file('/f', 'x')])).rejects.toMatchObject({ svnCode: 165001 });
    expect([await repository.youngest(), leftovers()]).toEqual([0, []]);
  });
});

describe('imports', () => {
  it('end by their signal and leave nothing', async () => {
    const source = temporaryDirectory();
    mkdirSync(join(source, 'd'));
    for (let i = 0; i < 50; i++) writeFileSync(join(source, 'd', `f${i}`), Buffer.alloc(200_000, i));
    const abort = new AbortController();
    const importing = repository.importTree(source, {
      target: '/t',
      signal: abort.signal,
      onEvent: (event) => {
        if (event.type === 'add' && event.path.endsWith('f20')) abort.abort(new Error('enough'));
      },
    });
    await expect(importing).rejects.toThrow('enough');
    expect([await repository.youngest(), leftovers()]).toEqual([0, []]);
  });
});

describe('handles', () => {
  it('are refused for the store inside a repository', async () => {
    await expect(openRepository(join(path, 'db'))).rejects.toMatchObject({
      svnCode: 165005,
      message: "Expected repository format '3' or '5'; found format '8'",
    });
  });

  it('refuse everything after they were closed', async () => {
    const view = await repository.revision();
    await repository.close();
    await repository.close();
    for (const call of [
      () => repository.youngest(),
      () => repository.info(),
      () => repository.revision(),
      () => repository.commit([]),
      () => view.readdir('/'),
      () => view.stat('/'),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'HANDLE_CLOSED' });
  });

  it('tell a directory from a file and both from nothing', async () => {
    await repository.commit([
      { type: 'make-directory', path: '/d' },
      { type: 'add-file', path: '/f', contents: text('x') },
    ]);
    const view = await repository.revision(1);
    await expect(view.readdir('/f')).rejects.toMatchObject({ svnCode: 160016 });
    await expect(view.readFile('/d')).rejects.toMatchObject({ svnCode: 160017 });
    await expect(view.stat('/none')).rejects.toMatchObject({
      svnCode: 160013,
      message: "File not found: revision 1, path '/none'",
    });
    await expect(repository.revision(2)).rejects.toMatchObject({
      svnCode: 160006,
      message: 'No such revision 2',
    });
    expect(await view.exists('/f/g')).toBe(false);
  });
});

describe.skipIf(svnMissing())('beside Subversion', () => {
  it('handles see what svn commits, packs and locks', async () => {
    const url = `file://${path}`;
    await repository.commit([{ type: 'add-file', path: '/f', contents: text('one') }]);
    await svn(['mkdir', '-q', '-m', '', `${url}/d`]);
    expect(await repository.youngest()).toBe(2);
    expect(await (await repository.revision()).exists('/d')).toBe(true);
    await svn(['lock', '-q', '--username', 'alice', '-m', 'mine', `${url}/f`]);
    expect(await repository.getLock('/f')).toMatchObject({ path: '/f', owner: 'alice', comment: 'mine' });
    await svn(['unlock', '--force', '-q', `${url}/f`]);
    expect(await repository.getLock('/f')).toBeUndefined();
  });

  it('dates name revisions as svn does', async () => {
    const url = `file://${path}`;
    for (const name of ['a', 'b', 'c']) await svn(['mkdir', '-q', '-m', '', `${url}/${name}`]);
    for (const date of ['1990-01-01T00:00:00Z', '2999-01-01T00:00:00Z']) {
      const { stdout } = await svn(['info', '--show-item', 'revision', '-r', `{${date}}`, url]);
      expect(await repository.resolveRevision(new Date(date))).toBe(Number(stdout));
    }
  });
});
