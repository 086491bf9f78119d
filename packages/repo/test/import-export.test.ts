import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { repo, repoScript, run, svn, svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { beforeEach, describe, expect, it } from 'vitest';

const any = { expectCode: 'any' } as const;

function makeTree(path: string): void {
  mkdirSync(join(path, 'a/b'), { recursive: true });
  mkdirSync(join(path, 'empty'));
  writeFileSync(join(path, 'a/one.txt'), 'one\n');
  writeFileSync(join(path, 'a/bin'), Uint8Array.of(0, 1, 2, 255));
  writeFileSync(join(path, 'name with @ and %20 #'), 'x');
  writeFileSync(join(path, 'ignored.o'), 'x');
  writeFileSync(join(path, 'run.sh'), '#!/bin/sh\n');
  chmodSync(join(path, 'run.sh'), 0o755);
  symlinkSync('nowhere', join(path, 'link'));
}

describe.skipIf(svnMissing())('import and export like svn', () => {
  let directory: string;

  beforeEach(async () => {
    directory = temporaryDirectory();
    makeTree(join(directory, 'tree'));
    for (const name of ['ours', 'theirs']) await svnadmin(['create', join(directory, name)]);
  });

  /** Runs both programs, each on a repository of its own (U) and with a target of its own (D). */
  async function compare(
    line: string,
    prepare: (program: 'svn' | 'repo') => Promise<unknown> | void = () => {},
  ) {
    const results = await Promise.all(
      (['svn', 'repo'] as const).map(async (program) => {
        const name = program === 'svn' ? 'theirs' : 'ours';
        await prepare(program);
        const args = line
          .split(' ')
          .map((word) => word.replace(/^U/, `file://${directory}/${name}`).replace(/^D/, `${name}-out`));
        const result = await (program === 'svn' ? svn : repo)(args, { ...any, cwd: directory });
        const same = (text: string): string =>
          text
            .replaceAll(`${directory}/${name}`, 'R')
            .replaceAll(`${name}-out`, 'D')
            .replace(/^repo: /gm, 'svn: ')
            .replaceAll("'repo help", "'svn help")
            .replace(/filesystem '[^']*', transaction '[^']*'/g, 'filesystem');
        return [result.code, same(result.stdout), same(result.stderr)];
      }),
    );
    expect(results[1]).toEqual(results[0]);
  }

  /** The first import, made by svn in both. */
  const filled = (program: 'svn' | 'repo'): Promise<unknown> =>
    svn(
      [
        'import',
        '-q',
        '-m',
        'first',
        'tree',
        `file://${directory}/${program === 'svn' ? 'theirs' : 'ours'}/trunk`,
      ],
      { cwd: directory },
    );

  it.each([
    'import -m x tree U/trunk',
    'import -m x tree/ U/trunk/deep/er',
    'import -m x tree/a/bin U/file',
    'import -m x tree U',
    'import -q -m x tree U/trunk',
    'import -m x --no-ignore tree U/trunk',
    'import -m x -N tree U/trunk',
    'import -m x --depth empty tree U/trunk',
    'import -m x --depth immediates tree U/trunk',
    'import -m x ./tree/a U/trunk',
    'import -m x nope U/trunk',
    'import -m x tree/empty U',
    'import -m x tree file:///no/such/repository',
    'import -m x tree U/../x',
    'import -m x tree U/y@3',
  ])('%s', (line) => compare(line));

  it.each([
    'import -m x tree U/trunk',
    'import -m x tree/a/bin U/trunk/a/bin',
    'import -m x tree/a/bin U/trunk',
    'export U/trunk D',
    'export -q U/trunk D',
    'export U/trunk/ D/',
    'export -N U/trunk D',
    'export --depth immediates U/trunk D',
    'export U/trunk/a/one.txt D',
    'export U/trunk@1 D@',
    'export -r0 U/trunk D',
    'export -r99 U/trunk D',
    'export U/nope D',
    'export U/trunk file:///D',
  ])('%s, when there is something', (line) => compare(line, filled));

  it.each([
    'export U/trunk D',
    'export --force U/trunk D',
    'export U/trunk/a/one.txt D',
    'export U/trunk/empty D',
  ])('%s, over a directory', (line) =>
    compare(line, async (program) => {
      mkdirSync(join(directory, program === 'svn' ? 'theirs-out' : 'ours-out'));
      await filled(program);
    }),
  );

  it.each([
    'export U/trunk/a/one.txt D',
    'export --force U/trunk/a/one.txt D',
    'export U/trunk D',
    'export --force U/trunk D',
  ])('%s, over a file', (line) =>
    compare(line, async (program) => {
      writeFileSync(join(directory, program === 'svn' ? 'theirs-out' : 'ours-out'), 'x');
      await filled(program);
    }),
  );

  it('export into the working directory, and where no directory can be', async () => {
    await filled('repo');
    const results = [];
    for (const program of [svn, repo]) {
      const cwd = join(directory, program === svn ? 'in-theirs' : 'in-ours');
      mkdirSync(cwd);
      for (const words of [['.'], ['--force', '.'], ['--force', ''], ['/proc/none'], ['link/below']]) {
        const result = await program(['export', `file://${directory}/ours/trunk`, ...words], { ...any, cwd });
        results.push([result.code, result.stdout, result.stderr.replace(/^repo: /gm, 'svn: ')]);
      }
      results.push(readdirSync(cwd, { recursive: true }).sort());
    }
    expect(results.slice(6)).toEqual(results.slice(0, 6));
    expect(results.at(-1)).toContain('run.sh');
  });

  it.each(['export U/trunk D', 'export --force U/trunk D'])('%s, over a link', (line) =>
    compare(line, async (program) => {
      mkdirSync(join(directory, 'elsewhere'), { recursive: true });
      symlinkSync('elsewhere', join(directory, program === 'svn' ? 'theirs-out' : 'ours-out'));
      await filled(program);
    }),
  );

  it('pipes are refused, or skipped with --force', async () => {
    await run('mkfifo', [join(directory, 'tree/pipe')]);
    await compare('import -m x tree U/trunk');
    await compare('import --force -m x tree U/trunk');
  });

  it('what went in comes out', async () => {
    const url = `file://${directory}/ours`;
    rmSync(join(directory, 'tree/ignored.o'));
    await repo(['import', '-m', 'in', join(directory, 'tree'), `${url}/trunk`]);
    await svnadmin(['verify', '-q', join(directory, 'ours')]);
    await repo(['export', '-q', `${url}/trunk`, join(directory, 'out')]);
    await svn(['export', '-q', `${url}/trunk`, join(directory, 'svn-out')]);
    await run('diff', ['-r', '--no-dereference', join(directory, 'tree'), join(directory, 'out')]);
    const listing = async (name: string) =>
      (
        await run('find', ['.', '-type', 'f', '-printf', '%p %m %T@\n'], { cwd: join(directory, name) })
      ).stdout
        .split('\n')
        .sort();
    expect(await listing('out')).toEqual(await listing('svn-out'));
  });

  it('the author is given, or of the environment, or of the system', async () => {
    const url = `file://${directory}/ours`;
    const source = join(directory, 'tree/a');
    const env = { REPO_USER: 'from-environment' };
    await repo(['import', '-q', '-m', '', '--username', 'given', source, `${url}/1`], { env });
    await repo(['import', '-q', '-m', '', source, `${url}/2`], { env });
    await repo(['import', '-q', '-m', '', source, `${url}/3`], { env: { REPO_USER: undefined } });
    const { stdout } = await svn(['log', '-q', '-r1:HEAD', url]);
    const authors = [...stdout.matchAll(/^r\d+ \| (.*?) \|/gm)].map(([, author]) => author);
    expect(authors).toEqual(['given', 'from-environment', userInfo().username]);
  });

  it('messages and revision properties are stored as given', async () => {
    const url = `file://${directory}/ours`;
    writeFileSync(join(directory, 'message'), 'zwei\r\nZeilen: \xe4\r\n', 'latin1');
    const args = ['-F', join(directory, 'message'), '--encoding', 'latin1', '--with-revprop', 'ticket=7'];
    await repo(['import', '-q', ...args, join(directory, 'tree/a'), `${url}/x`]);
    expect((await svn(['propget', '--revprop', '-r1', 'svn:log', url])).stdout).toBe('zwei\nZeilen: ä\n\n');
    expect((await svn(['propget', '--revprop', '-r1', 'ticket', url])).stdout).toBe('7\n');
  });

  it('the configuration gives automatic properties', async () => {
    const url = `file://${directory}/ours`;
    const config = ['config:auto-props:*.txt=svn:eol-style=native', 'config:miscellany:global-ignores=bin'];
    const options = config.flatMap((option) => ['--config-option', option]);
    await repo(['import', '-q', '-m', '', '--auto-props', ...options, join(directory, 'tree'), url]);
    expect((await svn(['list', '-R', url])).stdout).not.toContain('bin\n');
    expect((await svn(['propget', 'svn:eol-style', `${url}/a/one.txt`])).stdout).toBe('native\n');
  });

  it('--json prints an object a line', async () => {
    const url = `file://${directory}/ours`;
    const lines = (text: string): unknown[] =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown);
    const imported = await repo(['import', '--json', '-m', '', join(directory, 'tree/a'), `${url}/x`]);
    expect(lines(imported.stdout)).toMatchObject([
      { event: 'add', kind: 'dir' },
      { event: 'add', kind: 'file', binary: true },
      { event: 'add', kind: 'file', binary: false },
      { event: 'committed', revision: 1 },
    ]);
    const exported = await repo(['export', '--json', `${url}/x`, join(directory, 'out')]);
    expect(lines(exported.stdout).at(-1)).toMatchObject({
      event: 'exported',
      revision: 1,
      kind: 'dir',
      files: 2,
    });
  });

  it('Ctrl-C leaves no revision', async () => {
    const url = `file://${directory}/ours`;
    const big = join(directory, 'tree/big');
    await run('bash', ['-c', `head -c 300000000 /dev/urandom > ${big}`]);
    const child = spawn(process.execPath, [
      repoScript,
      'import',
      '-m',
      '',
      join(directory, 'tree'),
      `${url}/x`,
    ]);
    let stderr = '';
    child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
    // While the transaction takes data: its file is somewhere below `db`.
    const store = join(directory, 'ours/db');
    const timer = setInterval(() => {
      const begun = readdirSync(store, { recursive: true, withFileTypes: true }).some(
        (entry) =>
          entry.isFile() &&
          (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) > 1_000_000,
      );
      if (!begun) return;
      clearInterval(timer);
      child.kill('SIGINT');
    }, 2);
    const signal = await new Promise((resolve) => child.on('close', (_code, name) => resolve(name)));
    expect([signal, stderr]).toEqual(['SIGINT', 'repo: E200015: Caught signal\n']);
    expect(readFileSync(join(directory, 'ours/db/current'), 'utf8')).toBe('0\n');
    expect((await svnadmin(['lstxns', join(directory, 'ours')])).stdout).toBe('');
  });
});
