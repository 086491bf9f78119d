import { join } from 'node:path';
import { openRepository } from '@revstore/repository';
import { svn, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('what is deleted from a directory', () => {
  it.each([3, 15, 16, 17, 40])(
    'comes in the order of Subversion: %i of twice as many files',
    async (count) => {
      const path = join(temporaryDirectory(), 'repository');
      const names = Array.from(
        { length: count * 2 },
        (_, index) => `${'näme-'.repeat(index % 4)}${index * 7919}`,
      );
      const { url } = await svnRepository(path, {
        revisions: [
          names.map((put) => ({ put, contents: '' })),
          names.filter((_, index) => index % 2 === 0).map((rm) => ({ rm })),
        ],
      });
      const { stdout } = await svn(['diff', '--summarize', '-c2', url]);
      await using repository = await openRepository(path);
      const found: string[] = [];
      for await (const { relativePath } of repository.diff({ from: { revision: 1 }, to: { revision: 2 } }))
        found.push(relativePath);
      const theirs = stdout.trimEnd().split('\n');
      expect(found).toEqual(theirs.map((line) => decodeURIComponent(line.slice(line.lastIndexOf('/') + 1))));
      expect(found).toHaveLength(count);
    },
  );
});
