import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoadmin, svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { program } from '../src/program.js';
import { VERSION } from '../src/version.js';

const any = { expectCode: 'any' } as const;

describe('help and version', () => {
  it('of the program', async () => {
    expect((await repoadmin(['help'])).stdout).toMatchSnapshot();
  });

  it.each(program.subcommands.map(({ name }) => name))('of %s', async (name) => {
    expect((await repoadmin(['help', name])).stdout).toMatchSnapshot();
  });

  it('of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect([VERSION, (await repoadmin(['--version', '-q'])).stdout]).toEqual([version, `${version}\n`]);
  });
});

function asSvnadmin(text: string): string {
  return text.replaceAll('repoadmin', 'svnadmin');
}

describe.skipIf(svnMissing())('like svnadmin', () => {
  it.each([
    '',
    'create x --compatible-version 1.0.5',
    'create x --compatible-version 1.14.3',
    'info a b',
    '--bogus',
    'info --fs-type x y',
    'info',
    'info /no/such',
    'info file:///r',
    'nosuch',
    '-q',
    'create',
    'create a b',
    'create x --fs-type nope',
    'create x --compatible-version 1.0',
    'create x --compatible-version x',
    'create x --compatible-version 1.99',
    'help nosuch',
    'info --fs-type',
  ])('%s', async (line) => {
    const args = line.split(' ').filter((word) => word !== '');
    const options = { ...any, cwd: temporaryDirectory() };
    const [theirs, ours] = [await svnadmin(args, options), await repoadmin(args, options)];
    expect([ours.code, asSvnadmin(ours.stderr), ours.stdout]).toEqual([
      theirs.code,
      theirs.stderr,
      theirs.stdout,
    ]);
  });

  it('info, also of a packed repository', async () => {
    const { path } = await svnRepository(join(temporaryDirectory(), 'r'), {
      shardSize: 2,
      revisions: [[{ mkdir: 'a' }], [{ mkdir: 'b' }], [{ mkdir: 'c' }]],
      pack: true,
    });
    expect((await repoadmin(['info', path])).stdout).toBe((await svnadmin(['info', path])).stdout);
    expect(JSON.parse((await repoadmin(['info', '--json', path])).stdout)).toMatchObject({
      youngest: 3,
      shardSize: 2,
    });
    expect((await repoadmin(['youngest', path])).stdout).toBe('3\n');
    expect((await repoadmin(['youngest', '--no-newline', path])).stdout).toBe('3');
    expect((await repoadmin(['youngest', '--json', path])).stdout).toBe('{"youngest":3}\n');
  });

  it('reads what was created', async () => {
    const path = join(temporaryDirectory(), 'r');
    const { stdout } = await repoadmin(['create', '--shard-size', '7', path]);
    expect(stdout).toBe('');
    expect((await svnadmin(['info', path])).stdout).toContain('FSFS Shard Size: 7\n');
    expect((await repoadmin(['info', path])).stdout).toBe((await svnadmin(['info', path])).stdout);
    expect((await repoadmin(['create', path], any)).stderr).toBe(
      `repoadmin: E165002: '${path}' is an existing repository\n`,
    );
  });
});
