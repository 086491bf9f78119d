import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  repoadmin,
  repoadminScript,
  run,
  svnadmin,
  svnMissing,
  svnRepository,
  temporaryDirectory,
} from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { revisions } from './eventful-history.js';

const any = { expectCode: 'any' } as const;

describe.skipIf(svnMissing())('dump, like svnadmin', () => {
  let repository: string;
  beforeAll(async () => {
    repository = join(temporaryDirectory(), 'r');
    await svnRepository(repository, { shardSize: 8, revisions });
    // Revisions without changes, with other properties, and without any.
    const head = 'SVN-fs-dump-format-version: 2\n\n';
    const log = 'K 7\nsvn:log\nV 6\nempty\n\nK 2\nzz\nV 0\n\nPROPS-END\n';
    const mergeinfo = 'K 13\nsvn:mergeinfo\nV 3\nbad\nPROPS-END\n';
    await svnadmin(['load', '-q', '--bypass-prop-validation', repository], {
      input:
        `${head}Revision-number: 1\nProp-content-length: ${log.length}\nContent-length: ${log.length}\n\n${log}\n` +
        'Revision-number: 2\nProp-content-length: 10\nContent-length: 10\n\nPROPS-END\n\n' +
        `Node-path: branches\nNode-kind: dir\nNode-action: change\nProp-content-length: ${mergeinfo.length}\n` +
        `Content-length: ${mergeinfo.length}\n\n${mergeinfo}\n\n`,
    });
    await svnadmin(['pack', '-q', repository]);
  });

  it.each([
    '',
    '-q',
    '-r 0',
    '-r 0:3',
    '-r 1:4 --incremental',
    '-r 3:9',
    '-r 3:9 --incremental',
    '-r 8',
    '-r 8 --incremental',
    '-r 10:12 -q',
    '-r 14:HEAD --incremental',
    '-r 15:22',
    '-r 17',
    '-r HEAD',
    '-r HEAD:HEAD --incremental -M 16',
    '-r {2000-01-01}:3',
  ])('%s', async (line) => {
    const args = ['dump', repository, ...line.split(' ').filter((word) => word !== '')];
    const [theirs, ours] = [await svnadmin(args), await repoadmin(args)];
    expect(ours.stderr).toBe(theirs.stderr);
    expect(ours.stdoutBytes.equals(theirs.stdoutBytes)).toBe(true);
  });

  it.each([
    '-r 5:3',
    '-r 0:999',
    '-r x',
    '-r BASE',
    '-r 2:{2100-01-01}',
    '-r 1 -r 2',
    '-M x',
    '-M -1',
    'more',
    '-F no/such/file',
    '-F .',
    '--json',
  ])('%s is refused', async (line) => {
    const args = ['dump', repository, ...line.split(' ')];
    const options = { ...any, cwd: temporaryDirectory() };
    const [theirs, ours] = [await svnadmin(args, options), await repoadmin(args, options)];
    if (line !== '--json') expect(ours.stderr.replaceAll('repoadmin', 'svnadmin')).toBe(theirs.stderr);
    expect([ours.code, ours.stdout]).toEqual([1, '']);
  });

  it('into a file, which is written anew', async () => {
    const file = join(temporaryDirectory(), 'dump');
    writeFileSync(file, 'x'.repeat(10_000_000));
    const { stdout, stderr } = await repoadmin(['dump', '-F', file, '-r', '0:2', repository]);
    expect([stdout, stderr]).toEqual([
      '',
      '* Dumped revision 0.\n* Dumped revision 1.\n* Dumped revision 2.\n',
    ]);
    const theirs = await svnadmin(['dump', '-q', '-r', '0:2', repository]);
    expect(readFileSync(file).equals(theirs.stdoutBytes)).toBe(true);
  });

  it('onto a full disk', async () => {
    const ours = await repoadmin(['dump', '-q', '-F', '/dev/full', repository], any);
    const theirs = await svnadmin(['dump', '-q', '-F', '/dev/full', repository], any);
    expect([ours.code, ours.stderr.replaceAll('repoadmin', 'svnadmin')]).toEqual([
      theirs.code,
      theirs.stderr,
    ]);
    const shell = async (program: string) =>
      run('bash', ['-c', `${program} dump -q "$0" >/dev/full`, repository], any);
    const [a, b] = [await shell(`"${process.execPath}" "${repoadminScript}"`), await shell('svnadmin')];
    expect([a.code, a.stderr.replaceAll('repoadmin', 'svnadmin')]).toEqual([b.code, b.stderr]);
  });

  it('to a reader that goes away', async () => {
    const shell = async (program: string) =>
      run('bash', ['-c', `{ ${program} dump -q "$0"; echo "exit $?" >&2; } | head -c 100`, repository]);
    const [a, b] = [await shell(`"${process.execPath}" "${repoadminScript}"`), await shell('svnadmin')];
    expect([a.stdout, a.stderr]).toEqual([b.stdout, b.stderr]);
  });

  it('until it is interrupted', async () => {
    const child = spawn(process.execPath, [repoadminScript, 'dump', repository], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    // Nobody reads the output, so that the dump has not ended when the signal comes.
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    child.stdout.resume();
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGINT');
    expect(errors).toContain('repoadmin: E200015: Caught signal\n');
  });
});
