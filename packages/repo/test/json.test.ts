import { join } from 'node:path';
import { repo, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('--json', () => {
  let url: string;

  beforeAll(async () => {
    const made = await svnRepository(join(temporaryDirectory(), 'r'), {
      revisions: [
        [
          { mkdir: 'd' },
          { put: 'd/f', contents: 'text' },
          { propset: 'd/f', name: 'p', value: Uint8Array.of(255) },
        ],
      ],
    });
    url = made.url;
  });

  async function lines(...args: string[]): Promise<unknown[]> {
    const { stdout } = await repo([args[0]!, '--json', ...args.slice(1)]);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }

  it('prints an object a line', async () => {
    expect(await lines('list', '-R', url)).toMatchObject([
      { path: '/', kind: 'dir' },
      { path: '/d', name: 'd', kind: 'dir', lastChangedRevision: 1 },
      { path: '/d/f', name: 'd/f', kind: 'file', size: 4 },
    ]);
    expect(await lines('log', '-v', url)).toMatchObject([
      { revision: 1, message: 'A change.', changedPaths: [{ path: '/d', action: 'add' }, { path: '/d/f' }] },
    ]);
    expect(await lines('info', `${url}/d/f`)).toMatchObject([{ path: '/d/f', kind: 'file', size: 4 }]);
    expect(await lines('proplist', `${url}/d/f`)).toEqual([
      { url: `${url}/d/f`, properties: { p: { base64: '/w==' } } },
    ]);
    expect(await lines('propget', 'p', `${url}/d/f`)).toEqual([
      { url: `${url}/d/f`, name: 'p', value: { base64: '/w==' }, inherited: false },
    ]);
    expect(await lines('bench', 'null-export', url)).toMatchObject([
      { directories: 2, files: 1, bytesInFiles: 4 },
    ]);
  });
});
