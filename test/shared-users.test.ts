import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  repoadminScript,
  repoScript,
  run,
  svnadmin,
  svnMissing,
  svnYoungest,
  temporaryDirectory,
} from '@revstore/testkit';
import { compareTrees, sourceTree, writeTree } from '@revstore/testkit/trees';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const group = 'revstore-test';
const users = ['revstore-test-a', 'revstore-test-b'] as const;

/** Why other users cannot be tried here. */
function usersMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root';
  for (const program of ['useradd', 'groupadd', 'runuser']) {
    if (spawnSync(program, ['--help']).error) return `needs ${program}`;
  }
  const other = [
    '-u',
    'nobody',
    '--',
    process.execPath,
    '-e',
    `require('node:fs').accessSync(${JSON.stringify(repoScript)})`,
  ];
  return spawnSync('runuser', other).status === 0
    ? undefined
    : 'other users cannot read the checkout or run node';
}

const missing = svnMissing() ?? usersMissing();

describe.skipIf(missing !== undefined)(`other users${missing ? ` (${missing})` : ''}`, () => {
  let directory: string;
  let input: string;

  beforeAll(async () => {
    await removeUsers();
    await run('groupadd', [group]);
    for (const user of users) await run('useradd', ['--no-create-home', '--gid', group, user]);
    directory = temporaryDirectory();
    chmodSync(directory, 0o755);
    input = join(directory, 'input');
    writeTree(input, sourceTree(30));
    for (const user of users) {
      mkdirSync(join(directory, user));
      await run('chown', [`${user}:${group}`, join(directory, user)]);
    }
  });
  afterAll(removeUsers);

  async function removeUsers(): Promise<void> {
    for (const user of users) await run('userdel', [user], { expectCode: 'any' });
    await run('groupdel', [group], { expectCode: 'any' });
  }

  /** Runs a program as a user, with a umask and a home of the user's own. */
  function as(user: string, umask: string, command: readonly string[], expectCode: number | 'any' = 0) {
    const shell = ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh', ...command];
    return run('runuser', ['-u', user, '--', ...shell], {
      cwd: join(directory, user),
      env: { HOME: join(directory, user), USER: user, LOGNAME: user },
      expectCode,
    });
  }

  const node = (script: string) => [process.execPath, script];

  describe.each(['022', '077'])('umask %s', (umask) => {
    it('two users of one group commit in turn with both programs', { timeout: 120_000 }, async () => {
      const repository = join(directory, `shared-${umask}`);
      const url = pathToFileURL(repository).href;
      await run(process.execPath, [repoadminScript, 'create', '--shard-size', '3', repository]);
      // What administrators do to share a repository; db is set-gid from the start.
      await run('chgrp', ['-R', group, repository]);
      await run('chmod', ['-R', 'g+rwX', repository]);
      await run('find', [repository, '-type', 'd', '-exec', 'chmod', 'g+s', '{}', '+']);
      const turns = [
        [users[0], ['svn']],
        [users[1], node(repoScript)],
        [users[0], node(repoScript)],
        [users[1], ['svn']],
        [users[0], node(repoScript)],
        [users[1], node(repoScript)],
        [users[0], ['svn']],
        [users[1], ['svn']],
      ] as const;
      for (const [index, [user, program]] of turns.entries()) {
        const command = [
          ...program,
          'import',
          '-q',
          '--non-interactive',
          '-m',
          `${index}`,
          input,
          `${url}/n${index}`,
        ];
        const result = await as(user, umask, command, 'any');
        expect({ index, code: result.code, stderr: result.stderr }).toEqual({ index, code: 0, stderr: '' });
      }
      await svnadmin(['verify', '-q', repository]);
      expect(await svnYoungest(repository)).toBe(turns.length);
      const out = join(directory, users[1], `out-${umask}`);
      await as(users[1], '022', [...node(repoScript), 'export', '-q', url, out]);
      for (const index of turns.keys()) expect(compareTrees(input, join(out, `n${index}`))).toEqual([]);
      const log = (await as(users[0], umask, [...node(repoScript), 'log', '-q', url])).stdout;
      expect(log).toBe((await as(users[0], umask, ['svn', 'log', '-q', url])).stdout);
      const strangers = await run('find', [join(repository, 'db'), '!', '-group', group]);
      expect(strangers.stdout).toBe('');
    });
  });

  /** Every reading command, with the arguments that follow the program's name. */
  const reading = (url: string, path: string, out: string): Readonly<Record<string, readonly string[]>> => ({
    export: [repoScript, 'export', '-q', url, out],
    cat: [repoScript, 'cat', `${url}/tree/module-0/part-0/same`],
    list: [repoScript, 'list', '-R', '-v', url],
    log: [repoScript, 'log', '-v', url],
    info: [repoScript, 'info', '-R', url],
    propget: [repoScript, 'propget', '-R', 'svn:executable', url],
    proplist: [repoScript, 'proplist', '-R', '-v', url],
    'repoadmin info': [repoadminScript, 'info', path],
    'repoadmin youngest': [repoadminScript, 'youngest', path],
  });

  async function make(path: string): Promise<string> {
    const tree = join(directory, 'readable');
    writeTree(tree, [
      { directory: 'module-0' },
      { directory: 'module-0/part-0' },
      { file: 'module-0/part-0/same', contents: 'the same\n', executable: true },
    ]);
    await run(process.execPath, [repoadminScript, 'create', path]);
    await run('svn', ['import', '-q', '-m', 'x', tree, `${pathToFileURL(path).href}/tree`]);
    await run('rm', ['-r', tree]);
    return pathToFileURL(path).href;
  }

  it("all reading commands read another user's repository and create nothing in it", async () => {
    const path = join(directory, 'of-root');
    const url = await make(path);
    const before = readdirSync(path, { recursive: true }).sort();
    for (const [name, command] of Object.entries(
      reading(url, path, join(directory, users[0], 'out-of-root')),
    )) {
      const { code, stderr } = await as(users[0], '077', [process.execPath, ...command], 'any');
      expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' });
    }
    expect(readdirSync(path, { recursive: true }).sort()).toEqual(before);
    const refused = await as(
      users[0],
      '022',
      [...node(repoScript), 'import', '-m', '', input, `${url}/no`],
      'any',
    );
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^repo: E\d{6}: /);
    expect(await svnYoungest(path)).toBe(1);
  });

  it('all reading commands read a read-only mount', async (context) => {
    const [path, mount] = [join(directory, 'mounted'), join(directory, 'mount')];
    await make(path);
    mkdirSync(mount);
    const bound = await run('mount', ['--bind', path, mount], { expectCode: 'any' });
    if (bound.code !== 0) context.skip(`mount refused: ${bound.stderr.trim()}`);
    try {
      await run('mount', ['-o', 'remount,bind,ro', mount]);
      expect(() => accessSync(join(mount, 'db'), constants.W_OK)).toThrow('EROFS');
      const url = pathToFileURL(mount).href;
      for (const [name, command] of Object.entries(reading(url, mount, join(directory, 'out-of-mount')))) {
        const { code, stderr } = await run(process.execPath, command, { expectCode: 'any' });
        expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' });
      }
    } finally {
      await run('umount', [mount]);
    }
  });
});
