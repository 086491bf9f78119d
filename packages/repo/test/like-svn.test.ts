import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isolation,
  repo,
  run,
  svn,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type SvnRepository,
} from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

/** Attributes come in any order from svn; sorted they compare. */
function sortAttributes(text: string): string {
  return text.replace(/(?:\n {3}[\w:-]+="[^"]*")+/g, (attributes) =>
    attributes
      .split(/(?=\n {3}[\w:-]+=")/)
      .sort()
      .join(''),
  );
}

/** Our words about ourselves in svn's. */
function asSvn(text: string): string {
  return text.replace(/^repo: /gm, 'svn: ').replaceAll("'repo help", "'svn help");
}

describe.skipIf(svnMissing())('like svn', () => {
  let directory: string;
  let url: string;

  beforeAll(async () => {
    directory = temporaryDirectory();
    const made: SvnRepository = await svnRepository(join(directory, 'r'), {
      revisions: [
        [
          { mkdir: 'trunk' },
          { mkdir: 'trunk/a' },
          { mkdir: 'trunk/a.d' },
          { put: 'trunk/a/b', contents: 'inner\n' },
          { put: 'trunk/a-b', contents: 'sorts before a/b as bytes\n' },
          { put: 'trunk/f.txt', contents: 'hi\n' },
          { put: 'trunk/Ünï cödé@1', contents: 'x'.repeat(2000) },
          { put: 'trunk/keywords', contents: '$Id$ $URL$ $Rev$\n' },
          { propset: 'trunk/keywords', name: 'svn:keywords', value: 'Id URL Rev' },
          { propset: 'trunk', name: 'p2', value: 'of trunk' },
        ],
        [
          { cp: 'trunk', to: 'branch' },
          { put: 'branch/f.txt', contents: 'changed\n' },
          { propset: 'branch/f.txt', name: 'p1', value: 'two\nlines' },
          { propset: 'branch/f.txt', name: 'bytes', value: Uint8Array.of(0, 1, 255) },
        ],
        [{ rm: 'trunk/a' }, { mv: 'trunk/f.txt', to: 'trunk/g.txt' }],
        [{ put: 'trunk/g.txt', contents: 'again\n' }],
      ],
    });
    url = made.url;
    await svn(['lock', '-m', 'mine <&>', `${url}/branch/f.txt`]);
    mkdirSync(join(directory, 'tree'));
    writeFileSync(join(directory, 'tree/file'), 'x');
    writeFileSync(join(directory, 'mixed'), 'a\r\nb\n');
  });

  /** Runs both programs; U in the arguments stands for the repository's URL. */
  async function compare(line: string): Promise<void> {
    const args = line.split(' ').map((word) => word.replace(/^U/, url).replaceAll('%20', ' '));
    const options = { cwd: directory, expectCode: 'any' as const };
    const [theirs, ours] = await Promise.all([svn(args, options), repo(args, options)]);
    expect({ code: ours.code, stderr: asSvn(ours.stderr) }).toEqual({
      code: theirs.code,
      stderr: theirs.stderr,
    });
    if (!line.includes('--xml'))
      expect(ours.stdoutBytes.equals(theirs.stdoutBytes) || ours.stdout).toEqual(true);
    else expect(sortAttributes(ours.stdout)).toBe(sortAttributes(theirs.stdout));
  }

  it.each([
    'list U',
    'ls -v U/trunk',
    'ls -vH U/trunk',
    'ls -R U',
    'ls -v -R U',
    'ls --xml -R U',
    'ls U/trunk/g.txt',
    'ls --depth empty U',
    'ls -v --depth empty U',
    'ls --depth files U/trunk',
    'ls --search *.TXT -R U',
    'ls --search uni* -R U',
    'ls --xml --search x* U/trunk',
    'ls U/nope U/branch',
    'ls -r1 U/branch',
    'ls U/trunk@1',
    'ls -r0 U',
    'ls -r {2001-01-01} U',
    'ls --xml --incremental U/trunk',
    'ls U/trunk/',
    'ls -r BASE U',
    'ls -r1:2 U',
    'ls U@x',
    'ls -r1 -r2 U',
    'ls -c1 U',
    'ls -N U',
    'ls --xml -v U',
    'ls --xml -H U',
    'ls --incremental U',
    'ls -r99 U',
    'ls file:///no/such/repository',
    'ls U/trunk/a@3',
  ])('%s', compare);

  it.each([
    'log U',
    'log -v U',
    'log -q U',
    'log -qv U',
    'log -v --xml U',
    'log --xml --with-all-revprops U',
    'log -v U/branch',
    'log --stop-on-copy U/branch',
    'log -v U/branch/f.txt',
    'log U/trunk/g.txt',
    'log -r1:HEAD U',
    'log -r 4:2 -q U',
    'log -c 1,3,-2 -q U',
    'log -c 2-4 U',
    'log -r 3:1 -r 1:2 -l 4 -q U',
    'log -l 2 U',
    'log U trunk branch -q',
    'log U/trunk@2 -v',
    'log --incremental U',
    'log --xml --incremental -l1 U',
    'log -r 1 U/branch',
    'log -r0 U',
    'log -r0 --xml U',
    'log --xml --with-no-revprops U',
    'log --xml --with-revprop svn:log U',
    'log --xml --with-revprop a=b U',
    'log --search CHANGE -q U',
    'log --search nothing U',
    'log -v --search branch U',
    'log --search a --search-and zzz U',
    'log U/nope',
    'log -r99 U',
    'log U /abs',
    'log --with-all-revprops U',
    'log -r COMMITTED U',
    'log -r1 U/trunk/g.txt@4',
  ])('%s', compare);

  it.each([
    'info U',
    'info U/branch/f.txt',
    'info --xml U/branch/f.txt',
    'info U/trunk/keywords',
    'info U/trunk/a@1',
    'info --show-item kind U U/branch',
    'info --show-item relative-url U/trunk/%C3%9Cn%C3%AF%20c%C3%B6d%C3%A9@1@',
    'info --show-item repos-size -H U/trunk/g.txt',
    'info --show-item wc-root U',
    'info --show-item last-changed-date U',
    'info --show-item revision --no-newline U',
    'info --show-item foo U',
    'info --show-item ur U',
    'info --no-newline U',
    'info --xml --show-item url U',
    'info -r1 U/branch',
    'info U/nope',
    'info U@%7b2001%7d',
    'info U@%7bx%7d',
    'info U@%7b%zz%7d',
    'info U/nope U',
    'info -r99 U',
    'info -H U/trunk/g.txt',
  ])('%s', compare);

  it.each([
    'proplist U/trunk',
    'pl -v U/branch/f.txt',
    'pl --xml -v U/branch/f.txt',
    'pl --xml U/branch/f.txt',
    'pl -q U/trunk',
    'pl --show-inherited-props -v U/trunk/keywords',
    'pl --xml --show-inherited-props U/trunk/keywords',
    'pl U/nope',
    'pl --revprop -r1 U',
    'pl --revprop -v -r HEAD U',
    'pl --revprop --xml -v -r1 U',
    'pl --revprop U',
    'pl --revprop -r1 U U',
    'pl --revprop --show-inherited-props -r1 U',
    'pl -r1 U/branch',
    'propget p1 U/branch/f.txt',
    'pg -R p2 U',
    'pg p2 U/trunk U/branch',
    'pg -v p1 U/branch/f.txt',
    'pg --xml p1 U/branch/f.txt',
    'pg --xml bytes U/branch/f.txt',
    'pg bytes U/branch/f.txt',
    'pg --show-inherited-props p2 U/trunk/keywords',
    'pg -v --show-inherited-props p2 U/trunk/keywords',
    'pg --no-newline p1 U/branch/f.txt',
    'pg --strict p1 U/branch/f.txt',
    'pg --revprop -r1 svn:log U',
    'pg --revprop -r1 nope U',
    'pg --revprop --xml -r1 svn:author U',
    'pg nope U',
    'pg nope U/trunk@1',
    'pg',
    'pg p2 U/nope',
    'pg a+b U',
    'pg -v --xml p U',
    'pg --no-newline -R p1 U',
  ])('%s', compare);

  it.each([
    'cat U/trunk/g.txt',
    'cat U/trunk/keywords',
    'cat --ignore-keywords U/trunk/keywords',
    'cat -r1 U/branch/f.txt',
    'cat U/trunk/g.txt U/branch/f.txt',
    'cat U/nope',
    'cat U/nope U/trunk U/trunk/g.txt',
    'cat',
    'cat .svn',
    'cat -q U',
    'cat U/trunk/f.txt@2',
  ])('%s', compare);

  it.each([
    'export',
    'export a b c',
    'export U/nope',
    'export U/a%zz',
    'export U/trunk x@3',
    'export --native-eol x U',
    'import',
    'import a b c',
    'import -m tree tree U/q',
    'import -m x -F mixed tree U/q',
    'import --non-interactive tree U/q',
    'import -F mixed tree U/q',
    'import -F nope tree U/q',
    'import -F . tree U/q',
    'import --auto-props --no-auto-props -m x tree U/q',
    'import -m x --depth foo tree U/q',
    'import -m x --with-revprop a+b=c tree U/q',
  ])('%s', compare);

  it.each([
    '--bogus',
    'ls --bogus',
    '-Z',
    'nosuch',
    'ls -m x',
    'ls --xml=1',
    'ls -r',
    'ls --revision',
    'log -l x',
    'log -l 0',
    'log -l 99999999999',
    'log -r foo',
    'log -r 1:2:3',
    'log -c foo',
    'log -c 0',
    'log -c -1-2',
    'help nosuch',
    'ls --depth x',
    'ls --config-option foo',
    'log --with-revprop=',
    'cat --username',
  ])('%s', async (line) => {
    const args = line.split(' ');
    const [theirs, ours] = await Promise.all(
      (['svn', 'repo'] as const).map((name) => (name === 'svn' ? svn : repo)(args, { expectCode: 'any' })),
    );
    const hint = (text: string): string => asSvn(text).replaceAll("Type 'repo", "Type 'svn");
    expect([ours!.code, hint(ours!.stderr)]).toEqual([theirs!.code, theirs!.stderr]);
  });

  it.each(['U', '-N U', '--depth immediates U/trunk', '-r1 U/trunk'])(
    'bench null-export %s',
    async (line) => {
      const args = ['null-export', ...line.split(' ').map((word) => word.replace(/^U/, url))];
      const counters = (text: string): string => text.replace(/.*seconds taken\n$/, '');
      const theirs = await run('svnbench', [...isolation(), ...args]);
      const ours = await repo(['bench', ...args]);
      expect(counters(ours.stdout)).toBe(counters(theirs.stdout));
    },
  );
});
