import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repo, run, svn, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';

describe.skipIf(svnMissing())('propset and propdel --revprop', () => {
  let directory: string;
  let template: string;

  beforeAll(async () => {
    directory = temporaryDirectory();
    ({ path: template } = await svnRepository(join(directory, 'template'), {
      shardSize: 3,
      revisions: [[{ mkdir: 'a' }], [{ mkdir: 'b' }], [{ mkdir: 'c' }], [{ mkdir: 'd' }]],
      pack: true,
    }));
    writeFileSync(join(directory, 'value'), 'of a file\n');
    writeFileSync(join(directory, 'crlf'), 'one\r\ntwo\r\n');
    writeFileSync(join(directory, 'mixed'), 'one\r\ntwo\n');
    writeFileSync(join(directory, 'latin1'), Uint8Array.of(0x61, 0xe4));
    writeFileSync(join(directory, 'nul'), 'a\0b');
    for (const name of ['value', 'crlf', 'mixed', 'latin1', 'nul']) {
      for (const of of ['svn', 'repo']) {
        mkdirSync(join(directory, of), { recursive: true });
        cpSync(join(directory, name), join(directory, of, name));
      }
    }
  });

  function hook(repository: string, name: string, ...lines: string[]): void {
    const path = join(repository, 'hooks', name);
    writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(path, 0o755);
  }

  /** Runs both programs, each on its own copy of the repository; U in the arguments stands for its URL. */
  async function compare(
    commands: readonly (readonly string[])[],
    prepare: (repository: string) => void,
  ): Promise<void> {
    const results = [];
    for (const program of ['svn', 'repo'] as const) {
      const repository = join(directory, program, 'r');
      rmSync(repository, { recursive: true, force: true });
      cpSync(template, repository, { recursive: true });
      prepare(repository);
      const url = pathToFileURL(repository).href;
      const outputs = [];
      for (const command of commands) {
        const args = command.map((word) => word.replace(/^U/, url));
        const options = { cwd: join(directory, program), expectCode: 'any', input: 'from input\n' } as const;
        const { code, stdout, stderr } = await (program === 'svn' ? svn : repo)(args, options);
        const name = (text: string) => text.replaceAll(`${directory}/${program}/`, 'DIRECTORY/');
        const words = name(stderr)
          .replace(/^repo: /gm, 'svn: ')
          .replaceAll("'repo help", "'svn help");
        outputs.push({ command, code, stdout: name(stdout), stderr: words });
      }
      const dump = await run('svnadmin', ['dump', '-q', repository]);
      results.push({ outputs, dump: dump.stdoutBytes.toString('latin1') });
    }
    expect(results[1]).toEqual(results[0]);
  }

  const set = (...args: string[]) => ['propset', '--revprop', ...args];
  const allow = (repository: string) => hook(repository, 'pre-revprop-change', 'exit 0');

  it('do and say what svn does', async () => {
    await compare(
      [
        set('-r', '1', 'svn:log', 'new text', 'U'),
        set('-r', '1', 'p', '', 'U'),
        set('-r', '0', 'of:zero', 'x', 'U/no/such/path'),
        set('-r', 'HEAD', 'p', 'v', '-q', 'U'),
        set('-r', '{1990-01-01}', 'p', 'early', 'U'),
        set('-r', '2', 'p', '-F', 'value', 'U'),
        set('-r', '2', 'input', '-F', '-', 'U'),
        set('-r', '2', 'svn:log', '-F', 'crlf', 'U'),
        set('-r', '3', 'raw', '-F', 'crlf', 'U'),
        set('-r', '3', 'svn:log', '-F', 'latin1', '--encoding', 'ISO-8859-1', 'U'),
        set('-r', '3', 'nul', '-F', 'nul', 'U'),
        set('-r', '4', 'svn:log', '-F', 'nul', 'U'),
        set('-r', '4', 'svn:date', '2020-01-01T00:00:00.000000Z', 'U'),
        set('-r', '4', 'svn:blurb', 'x', '--force', 'U'),
        set('-r', '4', 'svn:author', 'two\nlines', '--force', 'U'),
        set('-r', '2', 'big', 'x'.repeat(100_000), 'U'),
        set('-r', '1', 'p', 'v', 'U@'),
        ['pset', '--revprop', '-r1', 'q', 'v', 'U'],
        ['ps', '--revprop', '-r1', 'r', 'v', 'U'],
        ['propdel', '--revprop', '-r', '1', 'p', 'U'],
        ['pd', '--revprop', '-r', '1', 'p', 'U'],
        ['pdel', '--revprop', '-r', '3', 'svn:log', '-q', 'U'],
        ['pd', '--revprop', '-r', '2', 'b@d', 'U'],
      ],
      allow,
    );
  });

  it('refuse what svn refuses, in its words', async () => {
    await compare(
      [
        set('-r', '1', 'b@d', 'v', 'U'),
        set('-r', '1', '', 'v', 'U'),
        set('-r', '1', 'svn:autor', 'v', 'U'),
        set('-r', '1', 'svm:author', 'v', 'U'),
        set('-r', '1', 'svn:blurb', 'v', 'U'),
        set('-r', '1', 'svn:', 'v', 'U'),
        set('-r', '1', 'svn:sync-last', 'v', 'U'),
        set('-r', '1', 'svn:sync-from', 'v', 'U'),
        set('-r', '1', 'svn:mime-type', 'v', 'U'),
        set('-r', '1', 'svn:wc:x', 'v', '--force', 'U'),
        set('-r', '1', 'svn:entry:x', 'v', '--force', 'U'),
        set('-r', '1', 'svn:date', 'yesterday', 'U'),
        set('-r', '1', 'svn:log', '-F', 'mixed', 'U'),
        set('-r', '1', 'svn:log', '-F', 'latin1', 'U'),
        set('-r', '1', 'svn:log', '-F', 'latin1', '--encoding', 'no-such', 'U'),
        set('-r', '1', 'svn:log', 'ä', '--encoding', 'no-such', 'U'),
        set('-r', '1', 'svn:log', '-F', 'none', 'U'),
        set('-r', '1', 'p', 'v', '--encoding', 'UTF-8', 'U'),
        set('-r', '1', 'svn:author', 'a\nb', 'U'),
        set('-r', '1', 'svn:author', 'a\nb', 'U', 'U'),
        set('-r', '99', 'p', 'v', 'U'),
        set('-r', '1:2', 'p', 'v', 'U'),
        set('-r', 'BASE', 'p', 'v', 'U'),
        set('p', 'v', 'U'),
        set('-r', '1', 'p', 'v', 'U', 'U'),
        set('-r', '1', 'p', 'v', 'U@2'),
        set('-r', '1', 'p', 'v', 'U/../r'),
        set('-r', '1', 'p'),
        set('-r', '1'),
        set('-r', '1', '-F', 'value'),
        ['propset', '-r', '1', 'p', 'v', 'U'],
        ['propdel', '-r', '1', 'p', 'U'],
        ['propdel', '--revprop', 'p', 'U'],
        ['propdel', '--revprop', '-r', '99', 'p', 'U'],
        ['propdel', '--revprop', '-r', '1', 'p', 'U', 'U'],
        ['propdel', '--revprop', '-r', '1', 'p', 'U@2'],
        ['propdel', '--revprop'],
      ],
      allow,
    );
  });

  it('ask the hooks', async () => {
    const change = set('-r', '1', 'svn:log', 'new', '--username', 'al', 'U');
    const remove = ['propdel', '--revprop', '-r', '1', 'svn:log', 'U'];
    await compare([change, remove], () => {});
    await compare(
      [change, set('-r', '1', 'svn:date', 'never', 'U'), set('-r', '9', 'p', 'v', 'U')],
      (repository) => hook(repository, 'pre-revprop-change', 'echo "not $3: $4 $5" >&2', 'exit 3'),
    );
    await compare([change, remove], (repository) => {
      allow(repository);
      hook(repository, 'post-revprop-change', 'echo "but $3 $4 $5 " >&2', 'exec /bin/cat >&2; exit 1');
    });
    await compare([change, remove, remove], (repository) => {
      allow(repository);
      hook(repository, 'post-revprop-change', 'echo failed "$@" | /bin/sed "s,/.*/,," >&2', 'exit 1');
    });
    await compare([change], (repository) => {
      allow(repository);
      writeFileSync(join(repository, 'conf/hooks-env'), 'junk\n');
    });
  });

  it('fail where the property changed while the hook ran', async () => {
    await compare([set('-r', '1', 'p', 'v', 'U')], (repository) => {
      writeFileSync(join(directory, 'other'), 'other');
      const inner = `/usr/bin/env svnadmin setrevprop "$1" -r "$2" "$4" '${join(directory, 'other')}'`;
      writeFileSync(join(repository, 'conf/hooks-env'), `[default]\nPATH=${process.env['PATH']}\n`);
      hook(repository, 'pre-revprop-change', inner);
    });
  });

  it('tell what they did in JSON', async () => {
    const repository = join(directory, 'json');
    cpSync(template, repository, { recursive: true });
    allow(repository);
    const url = pathToFileURL(repository).href;
    const first = await repo(['propset', '--revprop', '-r', '1', 'p', 'v', '--json', '-q', url]);
    expect(JSON.parse(first.stdout)).toEqual({ event: 'set', revision: 1, name: 'p' });
    const second = await repo(['propdel', '--revprop', '-r', '1', 'p', '--json', url]);
    expect(JSON.parse(second.stdout)).toEqual({ event: 'delete', revision: 1, name: 'p' });
    expect(readFileSync(join(repository, 'db/current'), 'utf8')).toBe('4\n');
  });
});
