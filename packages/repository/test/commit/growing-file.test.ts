import { Readable } from 'node:stream';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRepository, openRepository } from '@revstore/repository';
import { svn, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { sourceText } from '@revstore/testkit/trees';
import { describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('a file that grows by windows', () => {
  const old = sourceText(1, 250_000);
  const next = Buffer.concat([old, sourceText(2, 5_000_000)]);

  it.each([
    ['bytes', 600_000, (bytes: Uint8Array) => bytes],
    ['many bytes', next.length, (bytes: Uint8Array) => bytes],
    ['a stream', 600_000, (bytes: Uint8Array) => Readable.from([bytes])],
  ])('given as %s, updates a working copy of svn', async (_, length, contentsOf) => {
    const expected = next.subarray(0, length);
    const scratch = temporaryDirectory();
    const path = join(scratch, 'repository');
    await createRepository(path);
    const repository = await openRepository(path);
    await repository.commit([{ type: 'put-file', path: '/f', contents: old }]);
    const workingCopy = join(scratch, 'working-copy');
    await svn(['checkout', '-q', pathToFileURL(path).href, workingCopy]);
    await repository.commit([{ type: 'put-file', path: '/f', contents: contentsOf(expected) }]);
    await repository.close();
    // svn asks for the windows as they are stored, which crashes it where source views slide backwards.
    await svn(['update', '-q', workingCopy]);
    expect(readFileSync(join(workingCopy, 'f')).equals(expected)).toBe(true);
  });
});
