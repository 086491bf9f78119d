/** Repositories of every released format, made by svn, are read as svn reads them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createFilesystem, type CreateFilesystemOptions } from '@revstore/fsfs';
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

const shardSize = 8;

/** What a store is made as, for which release, and whether svn packs it. */
const rows: readonly [release: string, options: CreateFilesystemOptions, packed: boolean][] = [
  ['1.3', { format: 1 }, false],
  ['1.4', { format: 2 }, false],
  ['1.5', { format: 3, layout: 'linear' }, false],
  ['1.5', { format: 3, shardSize }, false],
  ['1.6', { format: 4, layout: 'linear' }, false],
  ['1.6', { format: 4, shardSize }, false],
  ['1.6', { format: 4, shardSize }, true],
  ['1.8', { format: 6, layout: 'linear' }, false],
  ['1.8', { format: 6, shardSize }, false],
  ['1.8', { format: 6, shardSize }, true],
  ['1.9', { format: 7, layout: 'linear' }, false],
  ['1.9', { format: 7, shardSize, addressing: 'physical' }, false],
  ['1.9', { format: 7, shardSize, addressing: 'physical' }, true],
  ['1.9', { format: 7, shardSize }, true],
  ['1.14', { format: 8, layout: 'linear' }, false],
  ['1.14', { format: 8, shardSize, addressing: 'physical' }, false],
  ['1.14', { format: 8, shardSize, addressing: 'physical' }, true],
  ['1.14', { format: 8, shardSize }, true],
];

describe.skipIf(svnMissing())('a repository', () => {
  let stream: Buffer;

  beforeAll(async () => {
    const { path, url } = await svnRepository(join(temporaryDirectory(), 'r'));
    const script = new EditScript(3);
    for (let i = 0; i < 30; i++) await svnCommit(url, script.next());
    stream = (await svnadmin(['dump', '-q', path])).stdoutBytes;
  }, 120_000);

  it.each(rows)('of %s, %o, packed: %s', { timeout: 60_000 }, async (release, options, packed) => {
    const path = join(temporaryDirectory(), 'r');
    await svnadmin(['create', '--compatible-version', release, path]);
    rmSync(join(path, 'db'), { recursive: true });
    createFilesystem(join(path, 'db'), { ...options, flush: 'none' });
    await svnadmin(['load', '-q', path], { input: stream });
    if (packed) await svnadmin(['pack', '-q', path]);
    const [theirs, ours] = [await svnadmin(['dump', path]), await repoadmin(['dump', path])];
    expect(ours.stdoutBytes.equals(theirs.stdoutBytes)).toBe(true);
    const log = ['log', '-v', pathToFileURL(path).href];
    expect((await repo(log)).stdout).toBe((await svn(log)).stdout);
  });
});
