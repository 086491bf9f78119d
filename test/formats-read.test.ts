/** Repositories of every released format, made by svn, are read as svn reads them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  repo,
  repoadmin,
  svn,
  svnadmin,
  svnCommit,
  svnMissing,
  svnRepository,
  temporaryDirectory,
} from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { EditScript } from './edit-scripts.js';

/** What a repository is made as: the release it is for, and the lines of `db/format`. */
const rows: readonly [name: string, release: string, format: string, packed: boolean][] = [
  ['1', '1.3', '1\n', false],
  ['2', '1.4', '2\n', false],
  ['3 sharded', '1.5', '3\nlayout sharded 8\n', false],
  ['4 sharded', '1.6', '4\nlayout sharded 8\n', false],
  ['4 packed', '1.6', '4\nlayout sharded 8\n', true],
  ['6 sharded', '1.8', '6\nlayout sharded 8\n', false],
  ['6 packed', '1.8', '6\nlayout sharded 8\n', true],
  ['8 logical', '1.10', '8\nlayout sharded 8\naddressing logical\n', true],
];

describe.skipIf(svnMissing())('format', () => {
  let stream: Buffer;

  beforeAll(async () => {
    const { path, url } = await svnRepository(join(temporaryDirectory(), 'r'));
    const script = new EditScript(3);
    for (let i = 0; i < 30; i++) await svnCommit(url, script.next());
    stream = (await svnadmin(['dump', '-q', path])).stdoutBytes;
  }, 120_000);

  it.each(rows)('%s', { timeout: 60_000 }, async (_name, release, format, packed) => {
    const path = join(temporaryDirectory(), 'r');
    await svnadmin(['create', '--compatible-version', release, path]);
    writeFileSync(join(path, 'db/format'), format);
    await svnadmin(['load', '-q', path], { input: stream });
    if (packed) await svnadmin(['pack', '-q', path]);
    const [theirs, ours] = [await svnadmin(['dump', path]), await repoadmin(['dump', path])];
    expect(ours.stdoutBytes.equals(theirs.stdoutBytes)).toBe(true);
    const log = ['log', '-v', pathToFileURL(path).href];
    expect((await repo(log)).stdout).toBe((await svn(log)).stdout);
  });
});
