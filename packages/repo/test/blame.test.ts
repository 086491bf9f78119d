import { join } from 'node:path';
import {
  historyMissing,
  loadHistory,
  repo,
  run,
  svn,
  svnMissing,
  svnRepository,
  temporaryDirectory,
  type RunResult,
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

function asSvn(text: string): string {
  return text.replace(/^repo: /gm, 'svn: ').replaceAll("'repo help", "'svn help");
}

describe.skipIf(svnMissing())('blame prints what svn prints', () => {
  let url = '';
  let directory = '';

  beforeAll(async () => {
    directory = temporaryDirectory();
    const made = await svnRepository(join(directory, 'r'), {
      revisions: [
        [
          { mkdir: 'trunk' },
          { put: 'trunk/f', contents: 'one\ntwo\nthree\nfour\n' },
          { put: 'trunk/mixed', contents: 'a\r\nb\rc\nno line end' },
          { put: 'trunk/empty', contents: '' },
          { put: 'trunk/binary', contents: Uint8Array.of(0x61, 0, 0x62, 0x0a, 0xff, 0x0a) },
          { put: 'trunk/a name@1', contents: 'x\n' },
        ],
        [
          { put: 'trunk/f', contents: 'one\n2\nthree\nfour\nfive\n' },
          { propset: 'trunk/binary', name: 'svn:mime-type', value: 'application/octet-stream' },
        ],
        [{ cp: 'trunk', to: 'branch' }],
        [{ put: 'branch/f', contents: 'one\n2\nthree on the branch\nfour\nfive\n' }],
        [{ propset: 'branch/f', name: 'p', value: 'v' }],
        [{ put: 'branch/f', contents: 'one\n 2\nthree on the branch\nfour\nfive\nsix\n' }],
        [{ mv: 'branch/f', to: 'branch/g' }],
        [{ put: 'trunk/f', contents: '0\none\n2\nthree\nfour\nfive\n' }],
        [{ put: 'trunk/mixed', contents: 'a\nb\nC\nstill no line end' }],
        [{ put: 'trunk/f', contents: '' }],
        [{ put: 'trunk/f', contents: 'one\nnew\n' }],
      ],
    });
    url = made.url;
    for (const [revision, name, value] of [
      [6, 'svn:author', 'a quite long name'],
      [4, 'svn:author', 'Ünïcödé näme'],
    ] as const)
      await run('svnadmin', [
        'setrevprop',
        made.path,
        '-r',
        `${revision}`,
        name,
        await file(directory, value),
      ]);
    await run('svnadmin', ['delrevprop', made.path, '-r', '2', 'svn:author']);
    await run('svnadmin', ['delrevprop', made.path, '-r', '2', 'svn:date']);
    await mergeSomething(url, directory);
  });

  async function both(line: string): Promise<{ theirs: RunResult; ours: RunResult }> {
    const args = line.split(' ').map((word) => word.replace(/^U/, url));
    const options = { cwd: directory, expectCode: 'any' as const };
    const [theirs, ours] = await Promise.all([svn(args, options), repo(args, options)]);
    expect({ code: ours.code, stderr: asSvn(ours.stderr) }).toEqual({
      code: theirs.code,
      stderr: theirs.stderr,
    });
    return { theirs, ours };
  }

  it.each([
    'blame U/trunk/f@9',
    'praise U/trunk/f@2',
    'annotate -v U/branch/g',
    'ann -r 5 U/branch/f@6',
    'blame U/branch/g',
    'blame -r 4:6 U/branch/g',
    'blame -r 6:4 U/branch/g',
    'blame -r 8:1 U/branch/g',
    'blame -v -r 6:2 U/branch/g@7',
    'blame -r 1 U/branch/g',
    'blame -r 5:5 U/branch/f@6',
    'blame -r 3:9 U/trunk/f',
    'blame -r 9:3 U/trunk/f@9',
    'blame U/trunk/f',
    'blame -r HEAD:1 U/trunk/f',
    'blame -x -w U/branch/g',
    'blame -x -b U/branch/g',
    'blame U/trunk/mixed',
    'blame -r 1 U/trunk/mixed',
    'blame -x --ignore-eol-style U/trunk/mixed',
    'blame U/trunk/empty',
    'blame U/trunk/a%20name@1@',
    'blame U/trunk/a%20name@1@1',
    'blame U/trunk/binary',
    'blame -r 2:1 U/trunk/binary',
    'blame -r 1:1 U/trunk/binary@1',
    'blame --force U/trunk/binary',
    'blame U/trunk/binary U/trunk/mixed U/trunk/nope U/branch/g',
    'blame U/trunk',
    'blame -r 3:1 U/trunk',
    'blame U/trunk/nope',
    'blame --force U/trunk/nope',
    'blame -r HEAD:1 U/trunk/nope',
    'blame -r 3 U/trunk/nope',
    'blame -r 1 U/branch/g@3',
    'blame -r 99 U/trunk/f',
    'blame U/trunk/f@99',
    'blame -x --foo U/trunk/f',
    'blame --incremental U/trunk/f',
    'blame --xml -v U/trunk/f',
    'blame -g -r 6:1 U/branch/g',
    'blame',
    'blame -g U/merged/f',
    'blame -v -g U/merged/f',
    'blame -g U/merged/new',
    'blame -g -r 5:HEAD U/merged/f',
    'blame -g U/branch/g',
    'blame -g -r 13 U/merged/f',
  ])('%s', async (line) => {
    const { theirs, ours } = await both(line);
    expect(ours.stdoutBytes.toString('latin1')).toBe(theirs.stdoutBytes.toString('latin1'));
  });

  it.each([
    'blame --xml U/branch/g',
    'blame --xml U/trunk/empty',
    'blame --xml U/trunk/binary U/trunk/nope U/trunk/f',
    'blame --xml --incremental -r 5:6 U/branch/g',
    'blame --xml -g U/merged/f',
  ])('%s', async (line) => {
    const { theirs, ours } = await both(line);
    expect(sortAttributes(ours.stdout)).toBe(sortAttributes(theirs.stdout));
  });

  it('tells a program to script with JSON', async () => {
    const { stdout } = await repo(['blame', '--json', '-r', '5:6', `${url}/branch/g`]);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ line, revision }) => [line, revision])).toEqual([
      [1, undefined],
      [2, 6],
      [3, undefined],
      [4, undefined],
      [5, undefined],
      [6, 6],
    ]);
    expect(lines[1]).toMatchObject({ author: 'a quite long name', text: ' 2' });
  });
});

async function file(directory: string, contents: string): Promise<string> {
  const path = join(directory, 'value');
  await run('sh', ['-c', 'printf %s "$1" > "$0"', path, contents]);
  return path;
}

/** Branches, changes on both sides, and merges of them, by svn itself. */
async function mergeSomething(url: string, directory: string): Promise<void> {
  const wc = join(directory, 'wc');
  const at = { cwd: wc };
  await svn(['copy', '-q', '-m', 'a branch to merge into', `${url}/trunk`, `${url}/merged`]);
  await svn(['copy', '-q', '-m', 'another', `${url}/trunk`, `${url}/side`]);
  await svn(['checkout', '-q', url, wc]);
  const commit = (message: string): Promise<unknown> => svn(['commit', '-q', '-m', message], at);
  const write = (path: string, text: string): Promise<unknown> =>
    run('sh', ['-c', 'printf %s "$1" > "$0"', join(wc, path), text]);
  const merge = async (from: string, to: string): Promise<void> => {
    await svn(['update', '-q'], at);
    await svn(['merge', '-q', '--accept', 'working', `^/${from}`, to], at);
    await commit(`merge ${from} into ${to}`);
  };
  await write('side/f', 'one\nfrom the side\nnew\n');
  await write('side/new', 'made on the side\n');
  await svn(['add', '-q', 'side/new'], at);
  await commit('on the side');
  await write('trunk/f', 'one\nnew\nfrom trunk\n');
  await commit('on trunk');
  await merge('side', 'trunk');
  await write('trunk/new', 'made on the side\nchanged on trunk\n');
  await commit('trunk again');
  await merge('trunk', 'merged');
  await write('merged/f', 'ONE\nfrom the side\nnew\nfrom trunk\n');
  await commit('after the merge');
}

describe.skipIf(svnMissing() ?? historyMissing())('blame of real history is svn blame of it', () => {
  it.each(['README', 'subversion/libsvn_fs/dag.c', 'notes/delta-design.texi', 'INSTALL'])(
    '%s',
    { timeout: 180_000 },
    async (path) => {
      const { url } = await loadHistory('packed100');
      const target = `${url}/trunk/${path}`;
      for (const options of [[], ['-r', '2500:800']]) {
        const args = ['blame', '-v', ...options, target];
        const [theirs, ours] = await Promise.all([
          svn(args, { expectCode: 'any' }),
          repo(args, { expectCode: 'any' }),
        ]);
        expect(ours.stdoutBytes.toString('latin1')).toBe(theirs.stdoutBytes.toString('latin1'));
        expect(ours.code).toBe(theirs.code);
      }
    },
  );
});
