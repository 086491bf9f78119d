import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  historyMissing,
  loadHistory,
  repo,
  repoadmin,
  svn,
  svnadmin,
  svnMissing,
  temporaryDirectory,
  type SvnRepository,
} from '@revstore/testkit';
import { compareTrees } from '@revstore/testkit/trees';
import { beforeAll, describe, expect, it } from 'vitest';

const missing = svnMissing() ?? historyMissing();
const youngest = 3006;
const hundreds = Array.from({ length: 30 }, (_, index) => (index + 1) * 100);

/** Blocks that svn prints in the order of a hash table: the same ones, in whatever order. */
function blocks(text: string, heading: RegExp): string[] {
  const found: string[] = [];
  for (const line of text.split('\n')) {
    if (heading.test(line)) found.push(line);
    else if (found.length > 0) found[found.length - 1] += `\n${line}`;
    else found.push(line);
  }
  return found.map((block) => block.trimEnd()).sort();
}

/** Bytes of all revision files. */
function storedBytes(repository: string): number {
  const files = readdirSync(join(repository, 'db/revs'), { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

// Slow: about three minutes, half of them for loading the dump the first time.
describe.skipIf(missing !== undefined)(
  `3,006 revisions of real history${missing ? ` (${missing})` : ''}`,
  () => {
    let unpacked: SvnRepository;
    let packed: SvnRepository;
    beforeAll(async () => {
      [unpacked, packed] = await Promise.all([loadHistory('unpacked'), loadHistory('packed100')]);
    }, 600_000);

    it(
      'every hundredth revision is exported as by svn, unpacked and packed',
      { timeout: 600_000 },
      async () => {
        const directory = temporaryDirectory();
        const differences: string[] = [];
        for (const revision of [1, ...hundreds, youngest]) {
          const target = mkdtempSync(join(directory, `${revision}-`));
          // Both repositories hold the same, dates included, so one export by svn serves for both.
          await Promise.all([
            svn(['export', '-q', '-r', `${revision}`, unpacked.url, join(target, 'svn')]),
            repo(['export', '-q', '-r', `${revision}`, unpacked.url, join(target, 'unpacked')]),
            repo(['export', '-q', '-r', `${revision}`, packed.url, join(target, 'packed')]),
          ]);
          for (const variant of ['unpacked', 'packed']) {
            const found = compareTrees(join(target, 'svn'), join(target, variant), { mtimes: true });
            differences.push(...found.map((text) => `r${revision} ${variant}: ${text}`));
          }
          rmSync(target, { recursive: true });
        }
        expect(differences).toEqual([]);
      },
    );

    it(
      'is loaded: svn verifies it, its dump is the same, and it takes no more room',
      { timeout: 600_000 },
      async () => {
        const path = join(temporaryDirectory(), 'loaded');
        const dump = join(temporaryDirectory(), 'dump');
        await svnadmin(['create', path]);
        await svnadmin(['dump', '-q', '-F', dump, unpacked.path]);
        await repoadmin(['load', '-q', '--no-flush-to-disk', '-F', dump, path], { timeout: 300_000 });
        await svnadmin(['verify', '-q', path], { timeout: 300_000 });
        const { stdoutBytes } = await svnadmin(['dump', '-q', path], { timeout: 300_000 });
        expect(stdoutBytes.equals(readFileSync(dump))).toBe(true);
        expect(storedBytes(path)).toBeLessThanOrEqual(1.05 * storedBytes(unpacked.path));
      },
    );

    describe.each(['unpacked', 'packed'])('%s', (variant) => {
      const repository = () => (variant === 'unpacked' ? unpacked : packed);
      const url = () => repository().url;

      const sameText = async (args: readonly string[]) => {
        const expected = await svn(args, { timeout: 300_000 });
        expect(expected.stdout.length).toBeGreaterThan(0);
        const ours = await repo(args, { timeout: 300_000 });
        expect(ours.stdoutBytes.equals(expected.stdoutBytes)).toBe(true);
      };

      it('log -v of everything', { timeout: 300_000 }, () => sameText(['log', '-v', url()]));
      it('log of a branch follows its copy', () =>
        sameText(['log', '-v', '--limit', '50', `${url()}/branches`]));
      it('log of one path', { timeout: 300_000 }, () =>
        sameText(['log', '-v', '-q', `${url()}/trunk/README`]),
      );
      it('log oldest first', () => sameText(['log', '-v', '-r', '1:300', url()]));
      it('log --stop-on-copy', () => sameText(['log', '--stop-on-copy', '-l', '20', `${url()}/trunk`]));

      it.each([1, 700, 1500, 2500, youngest])('list -R -v of revision %i', { timeout: 300_000 }, (revision) =>
        sameText(['list', '-R', '-v', '-r', `${revision}`, url()]),
      );

      it.each([500, 2000, youngest])(
        'every property of revision %i',
        { timeout: 300_000 },
        async (revision) => {
          const args = ['proplist', '-R', '-v', '-r', `${revision}`, url()];
          const heading = /^Properties on '/;
          const expected = (await svn(args)).stdout;
          expect(blocks((await repo(args)).stdout, heading)).toEqual(blocks(expected, heading));
        },
      );

      it('dump of everything, and of ranges', { timeout: 300_000 }, async () => {
        for (const range of [[], ['-r', '1000:1100'], ['-r', '2990:3006', '--incremental']]) {
          const args = ['dump', ...range, repository().path];
          const [theirs, ours] = [await svnadmin(args), await repoadmin(args)];
          expect(ours.stderr).toBe(theirs.stderr);
          expect(ours.stdoutBytes.equals(theirs.stdoutBytes)).toBe(true);
        }
      });
      it('every hundredth list of revision properties', { timeout: 300_000 }, async () => {
        const wrong: number[] = [];
        for (const revision of [0, ...hundreds, youngest]) {
          const args = ['proplist', '-v', '--revprop', '-r', `${revision}`, url()];
          if ((await repo(args)).stdout !== (await svn(args)).stdout) wrong.push(revision);
        }
        expect(wrong).toEqual([]);
      });
    });
  },
);
