import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoadmin, svn, svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('locks, like svnadmin', () => {
  let directory: string;

  beforeAll(async () => {
    directory = temporaryDirectory();
    const { path } = await svnRepository(join(directory, 'theirs'), {
      revisions: [[{ mkdir: 'a' }, { put: 'top', contents: 'x' }, { put: 'a/f', contents: 'x' }]],
    });
    cpSync(path, join(directory, 'ours'), { recursive: true });
    writeFileSync(join(directory, 'comment'), 'Two\nlines, ünï.\n');
    writeFileSync(join(directory, 'empty'), '');
    writeFileSync(join(directory, 'zero'), 'a\0b');
    writeFileSync(join(directory, 'bad'), Buffer.from('a\xff', 'latin1'));
    writeFileSync(join(directory, 'control'), 'a\x01');
    for (const [hook, text] of Object.entries({ 'pre-lock': 'no $2', 'post-unlock': 'late' }))
      for (const name of ['theirs', 'ours'])
        writeFileSync(join(directory, name, 'hooks', hook), `#!/bin/sh\necho "${text}" >&2; exit 1\n`, {
          mode: 0o755,
        });
  });

  // One after the other: each begins where the one before it ended.
  it.each([
    'lock R',
    'lock R top alice',
    'lock R top alice comment token more',
    'lock R top alice nothing',
    'lock R top alice comment',
    'lock --bypass-hooks R top alice comment',
    'lslocks R',
    'lock --bypass-hooks R top bob empty',
    'lock --bypass-hooks R /a//f/ bob empty token',
    'lock --bypass-hooks -q R /a//f/ bob zero opaquelocktoken:mine',
    'lslocks R a',
    'lslocks R a/f',
    'lslocks R top more',
    'lslocks R nothing',
    'lock --bypass-hooks R a carol empty',
    'lock --bypass-hooks R nothing carol empty',
    'lock --bypass-hooks R top carol bad',
    'lock --bypass-hooks R top carol control',
    'unlock R a/f bob',
    'unlock R a/f bob opaquelocktoken:mine more',
    'unlock R a/f bob opaquelocktoken:other',
    'unlock R a/f alice opaquelocktoken:mine',
    'unlock R a/f bob opaquelocktoken:mine',
    'unlock R a/f bob opaquelocktoken:mine',
    'lock --bypass-hooks R a/f bob empty opaquelocktoken:mine',
    'lslocks R a/f',
    'unlock --bypass-hooks R a/f bob opaquelocktoken:mine',
    'rmlocks R',
    'rmlocks R nothing top /a/f',
    'lock --bypass-hooks R top bob comment opaquelocktoken:mine',
    'lslocks R /',
    'rmlocks -q R top',
    'rmlocks -q R top',
    'lslocks R',
  ])('%s', async (line) => {
    const words = (repository: string) => line.split(' ').map((word) => (word === 'R' ? repository : word));
    const options = { cwd: directory, expectCode: 'any' } as const;
    const [their, our] = await Promise.all([
      svnadmin(words('theirs'), options),
      repoadmin(words('ours'), options),
    ]);
    const masked = (text: string) =>
      text
        .replaceAll(/opaquelocktoken:[0-9a-f-]{36}/g, 'TOKEN')
        .replaceAll(/^Created: \d.*$/gm, 'Created: DATE')
        .replaceAll('repoadmin', 'svnadmin');
    expect({ code: our.code, stdout: masked(our.stdout), stderr: masked(our.stderr) }).toEqual({
      code: their.code,
      stdout: masked(their.stdout),
      stderr: masked(their.stderr),
    });
  });

  it('lslocks shows what svn locked, in the order of paths, with its dates', async () => {
    const url = `file://${join(directory, 'theirs')}`;
    await repoadmin(['rmlocks', '-q', join(directory, 'theirs'), 'top', 'a/f']);
    for (const name of ['top', 'a/f'])
      await repoadmin([
        'lock',
        '-q',
        '--bypass-hooks',
        join(directory, 'theirs'),
        name,
        'alice',
        '/dev/null',
      ]);
    const blocks = (text: string) => text.split(/^(?=Path: )/m);
    const told = blocks((await svnadmin(['lslocks', join(directory, 'theirs')])).stdout);
    expect(told).toHaveLength(2);
    expect(blocks((await repoadmin(['lslocks', join(directory, 'theirs')])).stdout)).toEqual(told.sort());
    const json = (await repoadmin(['lslocks', '--json', join(directory, 'theirs')])).stdout
      .trim()
      .split('\n');
    expect(json.map((text) => JSON.parse(text) as unknown)).toMatchObject([
      { path: '/a/f', owner: 'alice', comment: '' },
      { path: '/top', owner: 'alice', comment: '' },
    ]);
    await svn(['unlock', '-q', '--force', `${url}/top`], { expectCode: 1 });
    expect((await repoadmin(['lslocks', join(directory, 'theirs'), '/top'])).stdout).toBe('');
  });
});
