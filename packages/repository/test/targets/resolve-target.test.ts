import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RevstoreError } from '@revstore/errors';
import { createRepository } from '@revstore/repository';
import { svn, svnMissing, temporaryDirectory } from '@revstore/testkit';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { resolveTarget } from '../../src/targets/resolve-target.js';
import { encodeUriPath, fileUrl } from '../../src/targets/uri.js';

let directory: string;
let path: string;

beforeAll(async () => {
  directory = temporaryDirectory();
  path = join(directory, 'a repository %');
  await createRepository(path);
});

const component = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 8 })
  .filter((name) => !/[/\0]/.test(name) && name !== '.' && name !== '..');

describe('targets', () => {
  it('give back any path that was made a URL, and the URL', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(component, { minLength: 1, maxLength: 4 }), async (names) => {
        const inside = `/${names.join('/')}`;
        const url = fileUrl(path) + encodeUriPath(inside);
        expect(url).toMatch(/^[\x21-\x7e]*$/);
        expect(await resolveTarget(url)).toEqual({
          repositoryPath: path,
          path: inside,
          rootUrl: fileUrl(path),
          url,
        });
      }),
      { numRuns: 60 },
    );
  });

  it('may be local paths, absolute or relative', async () => {
    for (const text of [join(path, 'x/ä'), join(relative(process.cwd(), path), 'x/ä'), `${path}//x/./ä/`])
      expect(await resolveTarget(text)).toMatchObject({ repositoryPath: path, path: '/x/ä' });
    expect(await resolveTarget(`${path}/%41`)).toMatchObject({ path: '/%41' });
  });

  it('lie in the deepest repository on the way', async () => {
    const inner = join(path, 'inner');
    mkdirSync(inner);
    await expect(resolveTarget(join(inner, 'x'))).resolves.toMatchObject({ path: '/inner/x' });
    mkdirSync(join(inner, 'db'));
    writeFileSync(join(inner, 'format'), '5\n');
    await expect(resolveTarget(join(inner, 'x'))).resolves.toMatchObject({
      repositoryPath: inner,
      path: '/x',
    });
  });
});

describe.skipIf(svnMissing())('targets beside Subversion', () => {
  it.each(['', '/', '//x/./y/', '/%41%2fb', '/%zz%', '/a;b,c[d]^{}|`"<>\\=&~!$()*+:', '/ä b', '/%c3%a4?#'])(
    'the URL of %j below a repository',
    async (below) => {
      const text = fileUrl(path) + below;
      const theirs = await svn(['info', `${text}@`], { expectCode: 'any' });
      const { url } = await resolveTarget(text);
      const printed =
        /^URL: (.*)$/m.exec(theirs.stdout)?.[1] ?? /W170000: URL '(.*)' non-/.exec(theirs.stderr)?.[1];
      expect(url).toBe(printed);
    },
  );

  it.each(['file:///', 'file:///no/such place', 'file://elsewhere/x', 'FILE://LOCALHOST/none'])(
    'the errors of %s',
    async (text) => {
      const theirs = await svn(['cat', text], { expectCode: 'any' });
      const error: RevstoreError = await resolveTarget(text).then(
        () => expect.unreachable(),
        (reason: unknown) => reason as RevstoreError,
      );
      const cause = error.cause as RevstoreError;
      expect([error, cause].map((link) => `svn: E${link.svnCode}: ${link.message}\n`).join('')).toBe(
        theirs.stderr,
      );
    },
  );

  it('an unknown scheme', async () => {
    const theirs = await svn(['cat', 'nonsense://x/y'], { expectCode: 'any' });
    await expect(resolveTarget('nonsense://x/y')).rejects.toMatchObject({ svnCode: 170000 });
    const message = await resolveTarget('nonsense://x/y').catch((error: Error) => error.message);
    expect(theirs.stderr).toContain(`170000: ${String(message)}\n`);
  });
});
