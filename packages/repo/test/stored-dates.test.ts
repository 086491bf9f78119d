import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repo, svn, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { expect, it } from 'vitest';

it.skipIf(svnMissing()).each([
  ['2020-01-01T25:00:00.000000Z', 0],
  ['2020-01-01T00:00:00.5Z', 0],
  ['9999-01-01T00:00:00.000000Z', 0],
  ['1960-01-01T00:00:00.000000Z', 1],
  ['yesterday', 1],
  ['', 1],
])('a revision of %j is shown and exported as by svn', async (date, code) => {
  const directory = temporaryDirectory();
  const { path, url } = await svnRepository(join(directory, 'repository'), {
    revisions: [
      [
        { put: 'file', contents: '$Date$ $Id$\n' },
        { propset: 'file', name: 'svn:keywords', value: 'Date Id' },
      ],
    ],
  });
  const properties = join(path, 'db/revprops/0/1');
  chmodSync(properties, 0o644);
  writeFileSync(properties, `K 8\nsvn:date\nV ${date.length}\n${date}\nEND\n`);
  const target = join(directory, 'exported');
  const results = [];
  for (const program of [svn, repo]) {
    const texts: string[] = [];
    for (const words of [['list', '-v'], ['info'], ['cat'], ['export', '-q']]) {
      const result = await program([...words, `${url}/file`, ...(words[0] === 'export' ? [target] : [])], {
        expectCode: code,
      });
      texts.push((result.stdout + result.stderr).replace(/^(svn|repo): /gm, ''));
    }
    if (code === 0) texts.push(readFileSync(target, 'utf8'), `${statSync(target).mtimeMs}`);
    rmSync(target, { force: true });
    results.push(texts);
  }
  expect(results[1]).toEqual(results[0]);
  if (code !== 0) expect(results[1]).toEqual(Array(4).fill('E125003: Bogus date\n'));
});
