import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  repo,
  repoadmin,
  repoScript,
  run,
  svn,
  svnadmin,
  svnMissing,
  svnYoungest,
  svnRepository,
  temporaryDirectory,
} from '@revstore/testkit';
import { compareTrees, incompressibleBytes, sourceText, writeTree } from '@revstore/testkit/trees';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectSameFailure } from './side-by-side.js';

const anyCode = { expectCode: 'any' } as const;

describe.skipIf(svnMissing() !== undefined)('failures read as from svn', () => {
  let directory: string;
  let pristine: string;

  beforeAll(async () => {
    directory = temporaryDirectory();
    pristine = join(directory, 'pristine');
    await svnRepository(pristine, {
      revisions: [
        [{ mkdir: 'trunk' }, { put: 'trunk/file', contents: sourceText(1, 150_000) }],
        [{ put: 'trunk/file', contents: sourceText(1, 150_000).fill('x', 70_000, 70_100) }],
        [{ put: 'trunk/other', contents: incompressibleBytes(1, 3000) }],
      ],
    });
    mkdirSync(join(directory, 'input'));
    writeFileSync(join(directory, 'input/file'), 'x\n');
    mkdirSync(join(directory, 'there'));
  });

  const trunk = () => `${pathToFileURL(pristine).href}/trunk`;

  /** Arguments of commands that fail, the same for both programs. */
  const commands: Readonly<Record<string, () => string[]>> = {
    'export of a path that is not there': () => ['export', `${trunk()}/none`, join(directory, 'out')],
    'export onto an existing directory': () => ['export', trunk(), join(directory, 'there')],
    'export onto an existing file': () => ['export', `${trunk()}/file`, join(directory, 'input/file')],
    'export of a revision that is not there': () => ['export', '-r', '99', trunk(), join(directory, 'out')],
    'export from no repository': () => [
      'export',
      pathToFileURL(join(directory, 'none')).href,
      join(directory, 'out'),
    ],
    'export of a URL of an unknown scheme': () => ['export', 'nonsense://host/path', join(directory, 'out')],
    'export of a URL with a host': () => ['export', 'file://elsewhere/path', join(directory, 'out')],
    'a bad revision': () => ['export', '-r', 'nonsense', trunk(), join(directory, 'out')],
    'a bad peg revision': () => ['cat', `${trunk()}/file@nonsense`],
    'a working copy revision': () => ['cat', '-r', 'BASE', `${trunk()}/file`],
    'cat of a directory': () => ['cat', trunk()],
    'cat of a path that is not there': () => ['cat', `${trunk()}/none`],
    'cat of a revision that is not there': () => ['cat', '-r', '99', `${trunk()}/file`],
    'cat of a path that was not there yet': () => ['cat', '-r', '1', `${trunk()}/other`],
    'list of a path that is not there': () => ['list', `${trunk()}/none`],
    'list from no repository': () => ['list', pathToFileURL(join(directory, 'none')).href],
    'log of a path that is not there': () => ['log', `${trunk()}/none`],
    'log of a revision that is not there': () => ['log', '-r', '99', trunk()],
    'info of a path that is not there': () => ['info', `${trunk()}/none`],
    'propget of a property that is not there': () => ['propget', 'none', trunk()],
    'proplist of a path that is not there': () => ['proplist', `${trunk()}/none`],
    'import of nothing': () => ['import', '-m', '', join(directory, 'none'), `${trunk()}/new`],
    'import onto what is there': () => ['import', '-m', '', join(directory, 'input'), trunk()],
    'import of a file onto a file': () => [
      'import',
      '-m',
      '',
      join(directory, 'input/file'),
      `${trunk()}/file`,
    ],
    'import of a file onto a directory': () => ['import', '-m', '', join(directory, 'input/file'), trunk()],
    'import below a file': () => ['import', '-m', '', join(directory, 'input'), `${trunk()}/file/new`],
    'import into no repository': () => [
      'import',
      '-m',
      '',
      join(directory, 'input'),
      pathToFileURL(directory).href,
    ],
    'import without a message': () => ['import', join(directory, 'input'), `${trunk()}/new`],
    'an unknown option': () => ['export', '--nonsense', trunk()],
    'an option of another subcommand': () => ['cat', '--depth', 'files', trunk()],
    'too few arguments': () => ['cat'],
    'too many arguments': () => ['export', trunk(), join(directory, 'a'), join(directory, 'b')],
  };

  /** Their texts have the name of a transaction in them, which the programs need not agree in. */
  const namingTransactions = ['import onto what is there', 'import below a file'];

  it.each(Object.keys(commands))('%s', async (name) => {
    const args = commands[name]!();
    const [theirs, ours] = [await svn(args, anyCode), await repo(args, anyCode)].map((result) =>
      namingTransactions.includes(name)
        ? { ...result, stderr: result.stderr.replace(/'\d+-[0-9a-z]+'/g, "'TXN'") }
        : result,
    );
    expectSameFailure(theirs!, ours!);
    expect(await svnYoungest(pristine)).toBe(3);
    expect((await svnadmin(['lstxns', pristine])).stdout).toBe('');
    expect(existsSync(join(directory, 'out'))).toBe(false);
  });

  it('create onto a repository, inside one, and onto a directory that is not empty', async () => {
    for (const path of [pristine, join(pristine, 'below'), join(directory, 'input')]) {
      expectSameFailure(
        await svnadmin(['create', path], anyCode),
        await repoadmin(['create', path], anyCode),
      );
    }
  });

  it('info and youngest of no repository', async () => {
    const none = join(directory, 'none');
    expectSameFailure(await svnadmin(['info', none], anyCode), await repoadmin(['info', none], anyCode));
    // Subversion has the subcommand in another program.
    const theirs = await run('svnlook', ['youngest', none], anyCode);
    const renamed = { ...theirs, stderr: theirs.stderr.replace(/^svnlook: /gm, 'svnadmin: ') };
    expectSameFailure(renamed, await repoadmin(['youngest', none], anyCode));
  });

  /** Ways to damage the file of revision 2, whose name and size are given. */
  const damages: Readonly<Record<string, (path: string, size: number) => void>> = {
    'cut off in the middle': (path, size) => truncate(path, Math.floor(size / 2)),
    'cut off before its last byte': (path, size) => truncate(path, size - 1),
    empty: (path) => truncate(path, 0),
    missing: (path) => rmSync(path),
    'with a damaged footer': (path, size) => overwrite(path, size - 20, Buffer.alloc(4, 0x7a)),
    'with a damaged index': (path, size) => overwrite(path, size - 150, Buffer.alloc(40, 0xff)),
    'with damaged contents': (path) => overwrite(path, 40, Buffer.alloc(64, 0xff)),
  };

  function truncate(path: string, length: number): void {
    const fd = openSync(path, 'r+');
    ftruncateSync(fd, length);
    closeSync(fd);
  }

  function overwrite(path: string, position: number, bytes: Uint8Array): void {
    const fd = openSync(path, 'r+');
    writeSync(fd, bytes, 0, bytes.length, position);
    closeSync(fd);
  }

  it.each(Object.keys(damages))('a revision file %s', async (name) => {
    const broken = join(temporaryDirectory(), 'broken');
    cpSync(pristine, broken, { recursive: true });
    const file = join(broken, 'db/revs/0/2');
    chmodSync(file, 0o644);
    damages[name]!(file, statSync(file).size);
    const url = pathToFileURL(broken).href;
    for (const args of [
      ['cat', '-r', '2', `${url}/trunk/file@2`],
      ['list', '-r', '2', `${url}/trunk@2`],
      ['export', '-q', '-r', '2', `${url}/trunk@2`, join(broken, 'out')],
    ]) {
      const theirs = await svn(args, anyCode);
      rmSync(join(broken, 'out'), { recursive: true, force: true });
      const ours = await repo(args, anyCode);
      // What svn happens not to need it does not miss.
      if (theirs.code === 0) expect({ args, code: ours.code }).toEqual({ args, code: 0 });
      // There svn only tells of the seek that failed.
      else if (name === 'empty')
        expect([ours.code, ours.stderr]).toEqual([1, 'repo: E160004: Invalid r2 footer\n']);
      else expectSameFailure(theirs, ours);
      rmSync(join(broken, 'out'), { recursive: true, force: true });
    }
    await svn(['cat', '-r', '1', `${url}/trunk/file@1`]);
    await repo(['cat', '-r', '1', `${url}/trunk/file@1`]);
  });

  it('a pipe in the imported tree', async () => {
    const scratch = temporaryDirectory();
    mkdirSync(join(scratch, 'input'));
    await run('mkfifo', [join(scratch, 'input/pipe')]);
    const args = ['import', '-m', '', join(scratch, 'input'), `${trunk()}/new`];
    expectSameFailure(await svn(args, anyCode), await repo(args, anyCode));
    expect(await svnYoungest(pristine)).toBe(3);
  });

  const isRoot = process.getuid?.() === 0;

  it('an unreadable file and directory', async () => {
    const scratch = temporaryDirectory();
    chmodSync(scratch, 0o755);
    const repository = join(scratch, 'repository');
    await svnadmin(['create', repository]);
    await run('chmod', ['-R', 'a+rwX', repository]);
    const url = pathToFileURL(repository).href;
    writeTree(join(scratch, 'file'), [
      { file: 'a', contents: 'a' },
      { file: 'secret', contents: 'b' },
    ]);
    writeTree(join(scratch, 'directory'), [{ directory: 'secret' }, { file: 'secret/a', contents: 'a' }]);
    chmodSync(join(scratch, 'file/secret'), 0);
    chmodSync(join(scratch, 'directory/secret'), 0);
    // Root reads everything, so somebody else has to try.
    const other = isRoot ? ['runuser', '-u', 'nobody', '--'] : [];
    const command = (program: readonly string[], args: readonly string[]) => {
      const [first, ...rest] = [...other, ...program, ...args];
      return run(first!, rest, { ...anyCode, cwd: '/', env: { HOME: '/nonexistent' } });
    };
    for (const tree of ['file', 'directory']) {
      const args = ['import', '-q', '--non-interactive', '-m', '', join(scratch, tree), `${url}/new`];
      expectSameFailure(await command(['svn'], args), await command([process.execPath, repoScript], args));
      expect(await svnYoungest(repository)).toBe(0);
      expect((await svnadmin(['lstxns', repository])).stdout).toBe('');
    }
    chmodSync(join(scratch, 'directory/secret'), 0o700);
  });

  it.each([
    ['svn', svn],
    ['repo', repo],
  ] as const)(
    '%s: a file that vanishes, and one that grows, while it is imported',
    async (_name, program) => {
      const scratch = temporaryDirectory();
      const [repository, input] = [join(scratch, 'repository'), join(scratch, 'input')];
      const url = pathToFileURL(repository).href;
      await svnadmin(['create', repository]);
      mkdirSync(input);
      for (let index = 0; index < 60; index++) {
        writeFileSync(join(input, `file-${index + 100}`), incompressibleBytes(index, 300_000));
      }
      const [vanishing, growing] = [join(input, 'file-159'), join(input, 'file-158')];
      let begun = false;
      const result = await program(['import', '-m', '', input, `${url}/new`], {
        ...anyCode,
        onOutput: () => {
          if (begun) return;
          begun = true;
          rmSync(vanishing);
          writeFileSync(growing, 'more', { flag: 'a' });
        },
      });
      expect(begun).toBe(true);
      await svnadmin(['verify', '-q', repository]);
      expect((await svnadmin(['lstxns', repository])).stdout).toBe('');
      const youngest = await svnYoungest(repository);
      // Whether the file was read before it went is a matter of time; there is no third outcome.
      if (result.code === 0) {
        expect(youngest).toBe(1);
        expect((await svn(['list', `${url}/new`])).stdout.trim().split('\n')).toHaveLength(60);
      } else {
        expect(result.code).toBe(1);
        expect(result.stderr).toMatch(/E(?:000002|125001): /);
        expect(result.stderr).toContain('file-159');
        expect(youngest).toBe(0);
      }
    },
  );

  it.skipIf(!isRoot)(
    'a full disk: no revision, the same code, and the next import works',
    async (context) => {
      const scratch = temporaryDirectory();
      const mount = join(scratch, 'mount');
      mkdirSync(mount);
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', mount], {
        encoding: 'utf8',
      });
      if (mounted.status !== 0) context.skip(`mount refused: ${mounted.stderr.trim()}`);
      try {
        const [theirs, ours] = [join(mount, 'theirs'), join(mount, 'ours')];
        await svnadmin(['create', theirs]);
        await repoadmin(['create', ours]);
        writeTree(join(scratch, 'large'), [
          { file: 'a', contents: incompressibleBytes(1, 1_000_000) },
          { file: 'b', contents: incompressibleBytes(2, 5_000_000) },
        ]);
        const failing = (url: string) => ['import', '-q', '-m', '', join(scratch, 'large'), `${url}/large`];
        const expected = await svn(failing(pathToFileURL(theirs).href), anyCode);
        expect(expected.stderr).toContain('E000028');
        rmSync(theirs, { recursive: true });
        const before = readdirSync(ours, { recursive: true, encoding: 'utf8' }).sort();
        const result = await repo(failing(pathToFileURL(ours).href), anyCode);
        expect({ code: result.code, stderr: result.stderr }).toMatchObject({
          code: expected.code,
          stderr: expect.stringMatching(/^repo: E000028: .*No space left on device/) as string,
        });
        expect(await svnYoungest(ours)).toBe(0);
        await svnadmin(['verify', '-q', ours]);
        const left = readdirSync(ours, { recursive: true, encoding: 'utf8' }).filter(
          (name) => !before.includes(name),
        );
        // An index of representations may stay; nothing that counts as data may.
        expect(left.filter((name) => !/^db\/(revstore|rep-cache)/.test(name))).toEqual([]);
        const url = pathToFileURL(ours).href;
        await repo(['import', '-q', '-m', '', join(directory, 'input'), `${url}/small`]);
        await svnadmin(['verify', '-q', ours]);
        await repo(['export', '-q', `${url}/small`, join(scratch, 'out')]);
        expect(compareTrees(join(directory, 'input'), join(scratch, 'out'))).toEqual([]);
      } finally {
        spawnSync('umount', [mount]);
      }
    },
  );
});
