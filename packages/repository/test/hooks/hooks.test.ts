import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, svn, svnCommit, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { Hooks } from '../../src/hooks/index.js';
import { asPrinted, installHook, recordingTo, rejection } from './hook-scripts.js';

let path: string;
let url: string;
let hooks: Hooks;

const all = [
  ...['start-commit', 'pre-commit', 'post-commit', 'pre-revprop-change', 'post-revprop-change'],
  ...['pre-lock', 'post-lock', 'pre-unlock', 'post-unlock'],
];

const empty = { input: '', cwd: process.cwd() };

/** svn's standard error, where it fails. */
async function refusal(...args: string[]): Promise<string> {
  return (await svn(args, { ...empty, expectCode: 1 })).stderr;
}

describe.skipIf(svnMissing())('hooks', () => {
  beforeEach(async () => {
    ({ path, url } = await svnRepository(join(temporaryDirectory(), 'r')));
    hooks = new Hooks(path);
  });

  it('are given what svn gives them', async () => {
    const file = join(path, 'record');
    for (const name of all) installHook(path, name, ...recordingTo(file));
    const name = 'f %ü{}|^x';
    const file2 = join(path, 'contents');
    writeFileSync(file2, 'text');
    const user = ['--username', 'al'];
    await run('svnmucc', ['-m', 'x', '-U', url, ...user, 'put', file2, name], empty);
    await svn(['propset', '--revprop', '-r', '1', 'svn:log', 'two\nlines', url, ...user], empty);
    await svn(['propset', '--revprop', '-r', '1', 'p', '', url, ...user], empty);
    await svn(['propdel', '--revprop', '-r', '1', 'svn:log', url, ...user], empty);
    const target = `${url}/${encodeURIComponent(name)}`;
    await svn(['lock', '-m', 'com ment', target, ...user], empty);
    await svn(['lock', '--force', target, ...user], empty);
    const { stdout } = await svn(['info', target]);
    const token = /Lock Token: (.*)/.exec(stdout)![1]!;
    const copy = join(path, 'copy');
    await svn(['checkout', '-q', url, copy]);
    writeFileSync(join(copy, name), 'other');
    await svn(['lock', '-q', '--force', join(copy, name), ...user], empty);
    const newToken = /Lock Token: (.*)/.exec((await svn(['info', target])).stdout)![1]!;
    await svn(['commit', '-q', '-m', 'y', '--no-unlock', copy, ...user], empty);
    await svn(['unlock', '-q', '--force', target, ...user], empty);
    const theirs = readFileSync(file, 'latin1');
    rmSync(file);

    const at = `/${name}`;
    await hooks.startCommit({ user: 'al', capabilities: ['mergeinfo'], txnName: '0-0' });
    await hooks.preCommit({ txnName: '0-0' });
    expect(await hooks.postCommit({ revision: 1, txnName: '0-0' })).toBe(undefined);
    const change = { revision: 1, user: 'al', name: 'svn:log', action: 'M' } as const;
    const [value, oldValue] = [Buffer.from('two\nlines'), Buffer.from('x')];
    await hooks.preRevpropChange({ ...change, value });
    expect(await hooks.postRevpropChange({ ...change, oldValue })).toBe(undefined);
    const add = { revision: 1, user: 'al', name: 'p', action: 'A' } as const;
    await hooks.preRevpropChange({ ...add, value: new Uint8Array() });
    await hooks.postRevpropChange(add);
    await hooks.preRevpropChange({ ...change, action: 'D' });
    await hooks.postRevpropChange({ ...change, action: 'D', oldValue: value });
    const who = { path: at, user: 'al' };
    const done = { paths: [at], user: 'al' };
    expect(await hooks.preLock({ ...who, comment: 'com ment', stealing: false })).toBe(undefined);
    expect(await hooks.postLock(done)).toBe(undefined);
    await hooks.preLock({ ...who, stealing: true });
    await hooks.postLock(done);
    await hooks.preLock({ ...who, stealing: true });
    await hooks.postLock(done);
    expect(newToken).not.toBe(token);
    await hooks.startCommit({ user: 'al', capabilities: ['mergeinfo'], txnName: '1-1' });
    await hooks.preCommit({ txnName: '1-1', lockTokens: new Map([[at, newToken]]) });
    await hooks.postCommit({ revision: 2, txnName: '1-1' });
    await hooks.preUnlock({ ...who, breaking: true });
    expect(await hooks.postUnlock(done)).toBe(undefined);
    expect(readFileSync(file, 'latin1')).toBe(theirs);
    for (const hook of all) expect(theirs).toContain(`== ${hook}\n`);
    expect(theirs).toContain('L   O   C   K');
  });

  it('that fail are reported in the words of svn', async () => {
    const name = 'pre-revprop-change';
    const hook = join(path, 'hooks', name);
    const raw = (contents: string | Uint8Array, mode = 0o755) => {
      writeFileSync(hook, contents);
      chmodSync(hook, mode);
    };
    for (const [what, install] of Object.entries({
      absent: () => {},
      directory: () => mkdirSync(hook),
      link: () => symlinkSync('nowhere', hook),
      'link to a directory': () => symlinkSync('.', hook),
      'link that works': () => {
        raw('#!/bin/sh\necho linked >&2\nexit 4\n');
        symlinkSync(hook, `${hook}-link`);
        rmSync(hook);
        symlinkSync(`${hook}-link`, hook);
      },
      output: () =>
        installHook(path, name, 'echo out', 'echo "ünö" >&2', 'echo no newline | tr -d "\\n" >&2', 'exit 3'),
      silent: () => installHook(path, name, 'exit 255'),
      'not UTF-8': () => installHook(path, name, "printf 'a\\377b' >&2", 'exit 1'),
      NUL: () => installHook(path, name, "printf 'a\\000b' >&2", 'exit 1'),
      control: () => installHook(path, name, "printf 'tab\\t\\001\\r\\nline' >&2", 'exit 1'),
      killed: () => installHook(path, name, 'echo dying >&2', 'kill -9 $$'),
      terminated: () => installHook(path, name, 'kill -15 $$'),
      'not executable': () => raw('#!/bin/sh\nexit 0\n', 0o644),
      'no interpreter': () => raw('#!/nowhere/sh\nexit 0\n'),
      'no first line': () => raw('exit 0\n'),
      'empty file': () => raw(''),
      'background process': () =>
        installHook(path, name, '/bin/sleep 3 >/dev/null 2>&1 &', 'echo left >&2', 'exit 1'),
    })) {
      install();
      const theirs = await refusal('propset', '--revprop', '-r', '0', 'p', 'v', url);
      const call = { revision: 0, name: 'p', action: 'A', value: Buffer.from('v') } as const;
      expect(asPrinted(await rejection(hooks.preRevpropChange(call))), what).toBe(theirs);
      rmSync(hook, { recursive: true, force: true });
    }
  });

  it('say in their words what they block', async () => {
    await svnCommit(url, [{ put: 'f', contents: 'x' }]);
    const target = `${url}/f`;
    const says = ['echo no >&2', 'exit 2'];
    const check = async (name: string, args: string[], ours: () => Promise<unknown>) => {
      installHook(path, name, ...says);
      const { stderr } = await svn(args, { ...empty, expectCode: 1 });
      const failure = await ours().catch((error: unknown) => error);
      // Of several paths each that fails is a warning.
      expect(stderr.replace('warning: W', 'E').startsWith(asPrinted(failure)), stderr).toBe(true);
      rmSync(join(path, 'hooks', name));
    };
    const commit = ['mkdir', '-m', 'x', `${url}/d`];
    const txnName = '1-1';
    await check('start-commit', commit, () => hooks.startCommit({ capabilities: [], txnName }));
    await check('pre-commit', commit, () => hooks.preCommit({ txnName }));
    installHook(path, 'post-commit', ...says);
    const { stdout } = await svn(commit, empty);
    const warning = await hooks.postCommit({ revision: 2, txnName });
    expect(stdout).toContain(`\nWarning: ${warning!.message}\n`);
    rmSync(join(path, 'hooks/post-commit'));
    const user = 'al';
    const lock = ['lock', '--force', target, '--username', user];
    await check('pre-lock', lock, () => hooks.preLock({ path: '/f', user, stealing: true }));
    const unlock = ['unlock', '--force', target];
    await check('post-lock', lock, () => hooks.postLock({ paths: ['/f'], user }));
    await check('pre-unlock', unlock, () => hooks.preUnlock({ path: '/f', user, breaking: true }));
    await check('post-unlock', unlock, () => hooks.postUnlock({ paths: ['/f'], user }));
  });

  it('have the environment that hooks-env gives, and no other', async () => {
    const file = join(path, 'conf/hooks-env');
    installHook(path, 'pre-revprop-change', '/usr/bin/env | /usr/bin/sort >&2', 'exit 1');
    const call = { revision: 0, name: 'p', action: 'A', value: Buffer.from('v') } as const;
    for (const text of [
      undefined,
      '',
      '# nothing\n[default]\n',
      '[default]\nA=1\na = 2 \nPATH=/bin\nLANG: en\n',
      '[default]\nA=1\n[pre-revprop-change]\nB=2\n',
      '[default]\nA=1\n[post-commit]\nB=2\n',
      '[Default]\nA=1\n[Pre-Revprop-Change]\nB=2\n',
      '[DEFAULT]\nd=up\n[default]\nA=%(d)s\n',
      '[DEFAULT]\nd=up\n[default]\nA=3\n[pre-revprop-change]\nx=%(d)s\ny=%(x)s\nz=%(A)s\nw=%(w)s\n',
      '[default]\nPWD=/tmp\nx=a=b#c\n  more\n',
      'junk\n',
      '[default\nA=1\n',
    ]) {
      if (text !== undefined) writeFileSync(file, text);
      const theirs = await refusal('propset', '--revprop', '-r', '0', 'p', 'v', url);
      expect(asPrinted(await rejection(hooks.preRevpropChange(call))), text ?? '').toBe(theirs);
    }
    rmSync(join(path, 'hooks/pre-revprop-change'));
    const malformed = await refusal('mkdir', '-m', 'x', `${url}/d`);
    const begin = { capabilities: [], txnName: '0-0' };
    expect(asPrinted(await rejection(hooks.startCommit(begin)))).toBe(malformed);
    rmSync(file);
    mkdirSync(file);
    const unreadable = await refusal('mkdir', '-m', 'x', `${url}/d`);
    expect(asPrinted(await rejection(hooks.startCommit(begin)))).toBe(unreadable);
  });

  it('may take their environment from another file', async () => {
    installHook(path, 'start-commit', 'echo "$A" >&2', 'exit 1');
    const begin = { capabilities: [], txnName: '0-0' };
    const other = join(temporaryDirectory(), 'env');
    writeFileSync(join(path, 'conf/special'), '[default]\nA=relative\n');
    writeFileSync(other, '[start-commit]\nA=absolute\n');
    for (const [environmentFile, value] of [
      ['special', 'relative'],
      [other, 'absolute'],
    ] as const) {
      const error = await rejection(new Hooks(path, { environmentFile }).startCommit(begin));
      expect((error as Error).message).toContain(`with output:\n${value}\n`);
    }
  });

  it('pre-lock may choose the token', async () => {
    await svnCommit(url, [{ put: 'f', contents: 'x' }]);
    installHook(path, 'pre-lock', "printf 'opaquelocktoken:chosen'", 'echo ignored >&2');
    expect(await hooks.preLock({ path: '/f', user: 'al', stealing: false })).toBe('opaquelocktoken:chosen');
    await svn(['lock', `${url}/f`], empty);
    expect((await svn(['info', `${url}/f`])).stdout).toContain('Lock Token: opaquelocktoken:chosen\n');
    installHook(path, 'pre-lock', 'echo line');
    expect(await hooks.preLock({ path: '/f', user: 'al', stealing: false })).toBe('line\n');
  });
});

describe('a hook', () => {
  beforeEach(() => {
    path = temporaryDirectory();
    mkdirSync(join(path, 'hooks'));
    hooks = new Hooks(path);
  });

  const change = { revision: 0, name: 'p', action: 'A' } as const;

  it('reads all of a long input, or none', async () => {
    const value = Buffer.alloc(3_000_000, 'long ');
    const file = join(path, 'copy');
    installHook(path, 'pre-revprop-change', `/bin/cat > '${file}'`);
    await hooks.preRevpropChange({ ...change, value });
    expect(readFileSync(file).equals(value)).toBe(true);
    installHook(path, 'pre-revprop-change', 'exit 0');
    await hooks.preRevpropChange({ ...change, value });
  });

  it('may write a lot', async () => {
    const lines = '/usr/bin/yes out | /usr/bin/head -c 500000';
    installHook(path, 'pre-lock', lines, `${lines} >&2`);
    const output = await hooks.preLock({ path: '/f', user: 'al', stealing: false });
    expect(output!.length).toBe(500_000);
    installHook(path, 'pre-lock', `${lines} >&2`, 'exit 1');
    const error = await rejection(hooks.preLock({ path: '/f', user: 'al', stealing: false }));
    expect((error as Error).message.length).toBeGreaterThan(500_000);
  });

  it('never reads the input of this process', async () => {
    const file = join(path, 'copy');
    installHook(path, 'start-commit', `/bin/cat > '${file}'`, `echo read >> '${file}'`);
    await hooks.startCommit({ capabilities: [], txnName: '0-0' });
    expect(readFileSync(file, 'utf8')).toBe('read\n');
  });

  it('is killed by an abort, whose reason is told', async () => {
    const started = join(path, 'started');
    const ended = join(path, 'ended');
    installHook(
      path,
      'pre-commit',
      `/bin/sleep 0.01; echo > '${started}'`,
      '/bin/sleep 3',
      `echo > '${ended}'`,
    );
    const abort = new AbortController();
    const running = hooks.preCommit({ txnName: '0-0' }, { signal: abort.signal });
    const reason = new Error('enough');
    while (!existsSync(started)) await new Promise((resolve) => setTimeout(resolve, 5));
    abort.abort(reason);
    expect(await rejection(running)).toBe(reason);
    expect(existsSync(ended)).toBe(false);
    rmSync(started);
    expect(await rejection(hooks.preCommit({ txnName: '0-0' }, { signal: abort.signal }))).toBe(reason);
    expect(existsSync(started)).toBe(false);
  });

  it('that is not there is passed over, but for the one that allows changes of revision properties', async () => {
    await hooks.startCommit({ capabilities: [], txnName: '0-0' });
    expect(await hooks.postCommit({ revision: 1, txnName: '0-0' })).toBe(undefined);
    expect(await hooks.preLock({ path: '/f', user: 'al', stealing: false })).toBe(undefined);
    expect(await hooks.postRevpropChange(change)).toBe(undefined);
    expect(await rejection(hooks.preRevpropChange(change))).toMatchObject({ svnCode: 165006 });
  });
});
