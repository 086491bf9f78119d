import { join } from 'node:path';
import { createRepository, openRepository, type Edit, type Repository } from '@revstore/repository';
import { temporaryDirectory } from '@revstore/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let repository: Repository;

beforeEach(async () => {
  const path = join(temporaryDirectory(), 'repository');
  await createRepository(path);
  repository = await openRepository(path);
});

afterEach(() => repository.close());

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const directory = (name: string, value: unknown): Edit => ({
  type: 'make-directory',
  path: '/d',
  properties: new Map([[name, value as Uint8Array]]),
});

describe('properties that Subversion would not load again', () => {
  it.each([
    ['svn:ignore', latin1('caf\xe9'), 125005],
    ['svn:ignore', latin1('a\r\nb'), 125005],
    ['svn:entry:committed-rev', latin1('1'), 165002],
    ['svn:wc:x', latin1('1'), 165002],
  ])('%s: %j is refused for a node and for a revision', async (name, value, svnCode) => {
    await expect(repository.commit([directory(name, value)])).rejects.toMatchObject({ svnCode });
    const revisionProperties = new Map([[name, value]]);
    await expect(repository.commit([], { revisionProperties })).rejects.toMatchObject({ svnCode });
    expect(await repository.youngest()).toBe(0);
  });

  it('include log messages with carriage returns', async () => {
    await expect(repository.commit([], { message: 'a\r\nb' })).rejects.toMatchObject({
      svnCode: 125005,
      cause: expect.objectContaining({ message: "Cannot accept non-LF line endings in 'svn:log' property" }),
    });
  });

  it('are only those of svn:', async () => {
    await repository.commit([directory('any', latin1('caf\xe9\r\n'))]);
    const view = await repository.revision();
    expect(await view.properties('/d')).toEqual(new Map([['any', new Uint8Array(latin1('caf\xe9\r\n'))]]));
  });
});

it('values and contents that are no bytes are misuse', async () => {
  for (const edit of [
    directory('p', 'text'),
    { type: 'add-file', path: '/f', contents: 'text' },
    { type: 'add-file', path: '/f', contents: ['text'] },
    { type: 'remove', path: '/f' },
  ])
    await expect(repository.commit([edit as Edit])).rejects.toThrow(TypeError);
  await expect(repository.resolveRevision(new Date(NaN))).rejects.toThrow(TypeError);
  expect(await repository.youngest()).toBe(0);
});
