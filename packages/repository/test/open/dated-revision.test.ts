import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository } from '@revstore/repository';
import { svn, svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('the revision of a date', () => {
  it('is that of svn, and so is the failure where a revision on the way has no date', async () => {
    const directory = temporaryDirectory();
    const { path, url } = await svnRepository(join(directory, 'repository'), {
      revisions: ['a', 'b', 'c', 'd', 'e'].map((name) => [{ mkdir: name }]),
    });
    for (let revision = 1; revision <= 5; revision++) {
      writeFileSync(join(directory, 'date'), `2020-01-0${revision}T00:00:00.500000Z`);
      await svnadmin(['setrevprop', path, '-r', `${revision}`, 'svn:date', join(directory, 'date')]);
    }
    await using repository = await openRepository(path);
    const dates = [
      '2019-01-01T00:00:00.000Z',
      '2020-01-03T00:00:00.499Z',
      '2020-01-03T00:00:00.500Z',
      '2020-01-04T00:00:00.000Z',
      '2021-01-01T00:00:00.000Z',
    ];
    const compare = async (): Promise<string[]> => {
      const seen: string[] = [];
      for (const date of dates) {
        const { stdout, stderr } = await svn(['info', '--show-item', 'revision', '-r', `{${date}}`, url], {
          expectCode: 'any',
        });
        const ours = await repository.resolveRevision(new Date(date)).then(
          (revision) => `${revision}`,
          (error: Error & { svnCode?: number }) => `svn: E${error.svnCode}: ${error.message}`,
        );
        expect(ours).toBe((stdout + stderr).trim());
        seen.push(ours);
      }
      return seen;
    };
    expect(await compare()).toEqual(['0', '2', '3', '3', '5']);
    await svnadmin(['delrevprop', path, '-r', '3', 'svn:date']);
    expect(await compare()).toContain('svn: E160000: Failed to find time on revision 3');
  });
});
