import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository, type Edit, type Repository } from '@revstore/repository';
import { isolation, run, svn, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('commits beside locks', () => {
  let url: string;
  let repository: Repository;

  beforeEach(async () => {
    const made = await svnRepository(join(temporaryDirectory(), 'r'), {
      revisions: [
        [
          ...['a', 'a/b', 'ab'].map((mkdir) => ({ mkdir })),
          ...['a/b/f', 'ab/f', 'top'].map((put) => ({ put, contents: put })),
        ],
      ],
    });
    ({ url } = made);
    repository = await openRepository(made.path);
  });
  afterEach(() => repository.close());

  const contents = new TextEncoder().encode('changed');
  const edits: Record<string, [edits: Edit[], svnmucc: string[]]> = {
    text: [[{ type: 'put-file', path: '/a/b/f', contents }], ['put', 'FILE', 'a/b/f']],
    property: [
      [{ type: 'set-properties', path: '/a/b/f', properties: [['p', contents]] }],
      ['propset', 'p', 'v', 'a/b/f'],
    ],
    'property of the directory': [
      [{ type: 'set-properties', path: '/a/b', properties: [['p', contents]] }],
      ['propset', 'p', 'v', 'a/b'],
    ],
    'new sibling': [[{ type: 'make-directory', path: '/a/b/new' }], ['mkdir', 'a/b/new']],
    deletion: [[{ type: 'delete', path: '/a/b/f' }], ['rm', 'a/b/f']],
    'deletion of a parent': [[{ type: 'delete', path: '/a' }], ['rm', 'a']],
    'move of a parent': [[{ type: 'move', path: '/c', from: '/a' }], ['mv', 'a', 'c']],
    'copy of a parent': [[{ type: 'copy', path: '/c', from: { path: '/a' } }], ['cp', 'HEAD', 'a', 'c']],
    replacement: [
      [
        { type: 'delete', path: '/a/b' },
        { type: 'make-directory', path: '/a/b' },
      ],
      ['rm', 'a/b', 'mkdir', 'a/b'],
    ],
    'neighbour with a like name': [
      [
        { type: 'delete', path: '/ab' },
        { type: 'put-file', path: '/top', contents },
      ],
      ['rm', 'ab', 'put', 'FILE', 'top'],
    ],
  };

  it.each(
    Object.entries(edits).flatMap(([name, [ours, theirs]]) =>
      ['alice', 'bob'].map((user) => [name, user, ours, theirs] as const),
    ),
  )('%s by %s ends as with svn', async (_, user, ours, theirs) => {
    await svn(['lock', '-q', '--username', 'alice', `${url}/a/b/f`]);
    const scratch = temporaryDirectory();
    const file = join(scratch, 'file');
    writeFileSync(file, contents);
    const copy = join(scratch, 'copy');
    cpSync(repository.path, copy, { recursive: true });
    const args = theirs.map((word) => (word === 'FILE' ? file : word));
    const { code, stderr } = await run(
      'svnmucc',
      [...isolation(), '-u', user, '-m', '', '-U', `file://${copy}`, '--', ...args],
      { expectCode: 'any' },
    );
    const told = await repository.commit(ours, { author: user }).then(
      () => '',
      (error: { svnCode: number; message: string }) => `svnmucc: E${error.svnCode}: ${error.message}\n`,
    );
    expect(told).toBe(stderr);
    expect(await repository.youngest()).toBe(code === 0 ? 2 : 1);
  });

  it('go through with the tokens, which are given back unless they are kept', async () => {
    const { results } = await repository.lock(['a/b/f', 'top'], { user: 'alice' });
    const lockTokens = new Map(results.map(({ path, lock }) => [path, lock!.token]));
    const put = (path: string): Edit => ({ type: 'put-file', path, contents });
    const author = 'alice';
    await expect(repository.commit([put('/top')], { author: 'bob', lockTokens })).rejects.toMatchObject({
      svnCode: 160039,
      kind: 'busy',
    });
    await expect(
      repository.commit([put('/top')], { author, lockTokens: new Map([['/top', 'opaquelocktoken:x']]) }),
    ).rejects.toMatchObject({ svnCode: 160037, kind: 'busy' });
    await expect(repository.commit([put('/top')], { lockTokens })).rejects.toMatchObject({ svnCode: 160034 });
    await repository.commit([put('/top')], { author, lockTokens, keepLocks: true });
    const paths = async () => (await repository.locks()).map((lock) => lock.path);
    expect(await paths()).toEqual(['/a/b/f', '/top']);
    // As with svn, a lock that is kept outlives the file.
    await repository.commit([{ type: 'delete', path: '/a' }], { author, lockTokens, keepLocks: true });
    expect(await paths()).toEqual(['/a/b/f', '/top']);
    const again: Edit[] = [{ type: 'make-directory', path: '/a' }];
    await expect(repository.commit(again, { author: 'bob' })).rejects.toMatchObject({ svnCode: 160039 });
    await repository.commit(again, { author, lockTokens });
    expect(await paths()).toEqual([]);
  });
});
