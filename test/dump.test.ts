import { join } from 'node:path';
import {
  repoadmin,
  svnadmin,
  svnCommit,
  svnMissing,
  svnRepository,
  temporaryDirectory,
} from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { EditScript } from './edit-scripts.js';

describe.skipIf(svnMissing())('dumps of edits at random', () => {
  it.each([1, 2])('are svnadmin’s, seed %i', { timeout: 120_000 }, async (seed) => {
    const { path, url } = await svnRepository(join(temporaryDirectory(), 'r'), { shardSize: 16 });
    const script = new EditScript(seed);
    for (let i = 0; i < 60; i++) await svnCommit(url, script.next());
    for (const pack of [false, true]) {
      if (pack) await svnadmin(['pack', '-q', path]);
      for (const range of ['0:60', '25', '31:50', '30:60 --incremental']) {
        const args = ['dump', path, '-r', ...range.split(' ')];
        const [theirs, ours] = [await svnadmin(args), await repoadmin(args)];
        expect(ours.stderr).toBe(theirs.stderr);
        expect(ours.stdoutBytes.equals(theirs.stdoutBytes)).toBe(true);
      }
    }
  });
});
