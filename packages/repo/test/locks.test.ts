import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isolation,
  repo,
  run,
  svn,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type RunResult,
} from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

const any = { expectCode: 'any' } as const;

describe.skipIf(svnMissing())('lock and unlock', () => {
  let directory: string;
  let theirs: string;
  let ours: string;

  beforeAll(async () => {
    directory = temporaryDirectory();
    mkdirSync(join(directory, 'theirs'));
    const { path, url } = await svnRepository(join(directory, 'theirs/r'), {
      revisions: [
        [
          ...['a', 'a/b', 'ab'].map((mkdir) => ({ mkdir })),
          ...['top', 'a/one', 'a/b/two', 'ab/three', 'a/s p@ü'].map((put) => ({ put, contents: put })),
        ],
      ],
    });
    theirs = url;
    ours = url.replace('theirs', 'ours');
    // The same UUID, which messages have in them.
    cpSync(path, join(directory, 'ours/r'), { recursive: true });
    for (const [name, url] of Object.entries({ theirs, ours }))
      writeFileSync(join(directory, `targets-${name}`), `${url}/top\n${url}/ab/three\n`);
    writeFileSync(join(directory, 'mixed'), 'a\r\nb\n');
    writeFileSync(join(directory, 'zero'), 'a\0b');
    writeFileSync(join(directory, 'latin'), Buffer.from('ö\n', 'latin1'));
  });

  const shown = (result: RunResult, url: string) => ({
    code: result.code,
    stdout: result.stdout.replaceAll(url, 'U'),
    stderr: result.stderr
      .replaceAll(url, 'U')
      .replaceAll(url.slice(0, -2), 'PARENT')
      .replace(/^repo: /gm, 'svn: ')
      .replaceAll("'repo help", "'svn help"),
  });

  // One after the other: each begins where the one before it ended.
  it.each([
    'lock',
    'unlock',
    'lock U/top --username alice -m first',
    'lock U/top --username bob',
    'lock U/top --username bob -q',
    'lock U/top U/nope U/a U/ab/three/x U/ab/three --username bob -m two%20words',
    'lock U/a/one U/a/b/two U/top/below --username bob --force',
    'lock U/a/s%20p@ü@ --username bob',
    'lock U/a/b U/a/b/two --username carol',
    'lock U/top@1',
    'unlock U/top@HEAD',
    'lock U/a/../top',
    'lock U',
    'lock U/',
    'lock PARENT/other/top',
    'lock U/top PARENT/other/top',
    'lock file://elsewhere/top',
    'lock U/top --username ',
    'lock U/top -m mixed',
    'lock U/top -m mixed --force-log --username bob',
    'lock U/top -F mixed --username bob',
    'lock U/top -F zero --username bob',
    'lock U/top -F latin --username bob',
    'lock U/top -F latin --encoding ISO-8859-1 --force --username bob',
    'lock U/top -m x\x01y --username bob',
    'lock U/top -m x -F zero',
    'unlock U/top U/nothing --username bob',
    'unlock U/a/one U/a/b/three --username bob',
    'unlock U/top U/a/one --username alice',
    'unlock U/top --username bob',
    'unlock U/top --username bob',
    'unlock U/top U/a/one U/ab/three --force --username alice',
    'lock --targets TARGETS --username alice',
    'unlock --targets TARGETS -q --username ',
    'unlock --targets TARGETS -q --username alice',
    'unlock U/a/b/two U/a/s%20p@ü@ --username bob',
  ])('%s', async (line) => {
    const words = (url: string, name: string) =>
      line.split(' ').map((word) =>
        word
          .replace(/^U/, url)
          .replace(/^PARENT/, url.slice(0, -2))
          .replace('TARGETS', `targets-${name}`)
          .replace('two%20words', 'two words'),
      );
    const options = { cwd: directory, ...any };
    const [their, our] = await Promise.all([
      svn(words(theirs, 'theirs'), options),
      repo(words(ours, 'ours'), options),
    ]);
    expect(shown(our, ours)).toEqual(shown(their, theirs));
    const told = async (name: string) => {
      const { stdout } = await run('svnadmin', ['lslocks', join(directory, name, 'r')]);
      return stdout
        .replaceAll(/^(UUID Token|Created): .*$/gm, '$1')
        .split(/^(?=Path: )/m)
        .sort();
    };
    expect(await told('ours')).toEqual(await told('theirs'));
  });

  it('locks and unlocks with a post hook that fails, and says so', async () => {
    for (const name of ['theirs', 'ours'])
      for (const hook of ['post-lock', 'post-unlock'])
        writeFileSync(join(directory, name, 'r/hooks', hook), '#!/bin/sh\necho late >&2; exit 1\n', {
          mode: 0o755,
        });
    for (const action of ['lock', 'unlock']) {
      const [their, our] = await Promise.all([
        svn([action, `${theirs}/top`, '--username', 'alice'], any),
        repo([action, `${ours}/top`, '--username', 'alice'], any),
      ]);
      expect(our.code).toBe(1);
      expect(shown(our, ours)).toEqual(shown(their, theirs));
    }
    for (const name of ['theirs', 'ours'])
      for (const hook of ['post-lock', 'post-unlock']) rmSync(join(directory, name, 'r/hooks', hook));
  });

  it('takes paths, and tells in JSON what it did', async () => {
    const file = join(directory, 'ours/r/ab/three');
    const { stdout } = await repo(['lock', '--json', '-m', 'why', '--username', 'alice', file], any);
    const { lock, ...rest } = JSON.parse(stdout) as { lock: Record<string, string> };
    expect(rest).toEqual({ event: 'locked', path: '/ab/three', url: `${ours}/ab/three` });
    expect(lock).toMatchObject({ owner: 'alice', comment: 'why' });
    expect(JSON.parse((await repo(['unlock', '--json', '--username', 'alice', file], any)).stdout)).toEqual({
      event: 'unlocked',
      path: '/ab/three',
      url: `${ours}/ab/three`,
    });
  });

  it('binds commits of svn, which give the lock back', async () => {
    const wc = join(directory, 'wc');
    await svn(['checkout', '-q', theirs, wc]);
    await repo(['lock', '-q', '--username', 'alice', `${theirs}/top`]);
    const put = await run(
      'svnmucc',
      [...isolation(), '-u', 'bob', '-m', '', '-U', theirs, 'put', join(directory, 'zero'), 'top'],
      any,
    );
    expect([put.code, put.stderr]).toEqual([
      1,
      "svnmucc: E160039: User 'bob' does not own lock on path '/top' (currently locked by 'alice')\n",
    ]);
    writeFileSync(join(wc, 'top'), 'mine');
    const refused = await svn(['commit', '-m', '', '--username', 'alice', wc], any);
    expect(refused.stderr).toContain('no matching lock-token available');
    await svn(['lock', '-q', '--force', '--username', 'alice', join(wc, 'top')], any);
    expect((await repo(['lock', '--username', 'bob', `${theirs}/top`], any)).stderr).toContain(
      "Path '/top' is already locked by user 'alice'",
    );
    await svn(['commit', '-q', '-m', '', '--username', 'alice', wc]);
    expect((await repo(['info', `${theirs}/top`])).stdout).not.toContain('Lock');
    expect((await repo(['cat', `${theirs}/top`])).stdout).toBe(readFileSync(join(wc, 'top'), 'utf8'));
  });
});
