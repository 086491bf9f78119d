import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository, type PathLockOutcome, type Repository } from '@revstore/repository';
import {
  isolation,
  run,
  svn,
  svnadmin,
  svnMissing,
  svnRepository,
  temporaryDirectory,
} from '@revstore/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installHook } from '../hooks/hook-scripts.js';

const files = ['a/b/c', 'a/one', 'ab', 'a b/one', 'top'];

let path: string;
let url: string;
let repository: Repository;

const told = ({ results }: PathLockOutcome) =>
  results.map((result) => [result.path, result.error?.svnCode ?? result.lock?.owner]);

const hook = (name: string, script: string) => installHook(path, name, script);

describe.skipIf(svnMissing())('locks of a repository', () => {
  beforeEach(async () => {
    ({ path, url } = await svnRepository(join(temporaryDirectory(), 'r'), {
      revisions: [
        [...['a', 'a/b', 'a b'].map((mkdir) => ({ mkdir })), ...files.map((put) => ({ put, contents: put }))],
      ],
    }));
    repository = await openRepository(path);
  });
  afterEach(() => repository.close());

  it('are told by path and by depth, whoever set them', async () => {
    await repository.lock(['a/b/c', { path: '/ab' }, 'top'], { user: 'alice', comment: 'ours' });
    await svn(['lock', '-q', '--username', 'bob', `${url}/a/one`]);
    const paths = async (...args: Parameters<Repository['locks']>) =>
      (await repository.locks(...args)).map((lock) => lock.path);
    expect(await paths()).toEqual(['/a/b/c', '/a/one', '/ab', '/top']);
    expect(await paths('a')).toEqual(['/a/b/c', '/a/one']);
    expect(await paths('/a', 'immediates')).toEqual(['/a/one']);
    expect(await paths('/', 'files')).toEqual(['/ab', '/top']);
    expect(await paths('/a', 'empty')).toEqual([]);
    expect(await paths('/top', 'empty')).toEqual(['/top']);
    expect(await paths('/nothing')).toEqual([]);
    expect(await repository.getLock('a//one')).toMatchObject({ owner: 'bob', path: '/a/one' });
    expect((await repository.getLock('/a/one'))!.comment).toBeUndefined();
    expect(await repository.getLock('/a')).toBeUndefined();
  });

  it('bind commits of both programs', async () => {
    await repository.lock(['a/b/c', 'top'], { user: 'alice' });
    const put = (user: string, file: string, code: number) =>
      run('svnmucc', [...isolation(), '-u', user, '-m', '', '-U', url, 'put', join(path, 'format'), file], {
        expectCode: code,
      });
    expect((await put('bob', 'top', 1)).stderr).toBe(
      "svnmucc: E160039: User 'bob' does not own lock on path '/top' (currently locked by 'alice')\n",
    );
    expect((await put('alice', 'top', 1)).stderr).toBe(
      "svnmucc: E160037: Cannot verify lock on path '/top'; no matching lock-token available\n",
    );
    await put('bob', 'top.txt', 0);
    // A working copy has the token once it asks for it; a lock that it takes over is its own.
    const wc = join(temporaryDirectory(), 'wc');
    await svn(['checkout', '-q', '--username', 'alice', url, wc]);
    const { results } = await repository.lock(['top'], { user: 'alice', steal: true });
    await svn(['lock', '-q', '--username', 'alice', '--force', 'top'], { cwd: wc });
    expect((await repository.getLock('top'))!.token).not.toBe(results[0]!.lock!.token);
    writeFileSync(join(wc, 'top'), 'changed');
    await svn(['commit', '-q', '-m', '', '--username', 'alice'], { cwd: wc });
    // A commit gives its locks back.
    expect(await repository.locks()).toMatchObject([{ path: '/a/b/c' }]);
    await svn(['lock', '-q', '--username', 'alice', 'top'], { cwd: wc });
    expect(told(await repository.lock(['top'], { user: 'bob' }))).toEqual([['/top', 160035]]);
    await repository.unlock(['top'], { user: 'bob', force: true });
    writeFileSync(join(wc, 'top'), 'changed again');
    await svn(['commit', '-q', '-m', '', '--username', 'alice'], { cwd: wc });
  });

  it('are given back by their owner without a token, and to nobody else', async () => {
    await repository.lock(files, { user: 'alice' });
    expect(told(await repository.unlock(['top', 'a', 'ab'], { user: 'bob' }))).toEqual([
      ['/a', 160040],
      ['/ab', 160039],
      ['/top', 160039],
    ]);
    const { token } = (await repository.getLock('/ab'))!;
    expect(
      told(
        await repository.unlock(['top', { path: 'a/one', token }, { path: '/ab', token }], { user: 'alice' }),
      ),
    ).toEqual([
      ['/a/one', 160040],
      ['/ab', undefined],
      ['/top', undefined],
    ]);
    expect((await svnadmin(['lslocks', path])).stdout.match(/^Path: .*$/gm)!.sort()).toEqual([
      'Path: /a b/one',
      'Path: /a/b/c',
      'Path: /a/one',
    ]);
  });

  it('need a user and a comment that XML can carry', async () => {
    await expect(repository.lock(['top'], {})).rejects.toMatchObject({
      svnCode: 160034,
      message: 'Cannot lock path, no authenticated username available.',
    });
    await expect(repository.unlock(['top'], {})).rejects.toMatchObject({
      svnCode: 160034,
      message: 'Cannot unlock, no authenticated username available',
    });
    await expect(repository.lock(['top'], { user: 'u', comment: '\x02' })).rejects.toMatchObject({
      svnCode: 130004,
    });
    await expect(repository.lock(['a/../top'], { user: 'u' })).rejects.toMatchObject({ svnCode: 160005 });
    expect(await repository.lock([], {})).toEqual({ results: [] });
    expect(existsSync(join(path, 'db/locks'))).toBe(false);
  });

  it('end the wait for other writers with an abort', async () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(repository.lock(['top'], { user: 'u', signal })).rejects.toBe(reason);
    await expect(repository.unlock(['top'], { user: 'u', signal })).rejects.toBe(reason);
  });

  it('run their hooks as svn runs them', async () => {
    const log = join(temporaryDirectory(), 'log');
    for (const name of ['pre-lock', 'post-lock', 'pre-unlock', 'post-unlock'])
      hook(name, `{ echo "${name}"; printf '<%s>' "$@"; echo; /bin/cat; } >> ${log}`);
    const runs = () => {
      const text = readFileSync(log, 'utf8');
      rmSync(log);
      return text.replaceAll(/opaquelocktoken:[0-9a-f-]{36}/g, 'TOKEN');
    };
    const steps: [() => Promise<unknown>, string[][]][] = [
      [
        () => repository.lock(['ab', 'top'], { user: 'alice', comment: 'two words' }),
        [['lock', '--username', 'alice', '-m', 'two words', 'ab', 'top']],
      ],
      [
        () => repository.lock(['top'], { user: 'bob', steal: true }),
        [['lock', '--username', 'bob', '--force', 'top']],
      ],
      [() => repository.unlock(['ab'], { user: 'alice' }), [['unlock', '--username', 'alice', 'ab']]],
      [
        () => repository.unlock(['top', 'ab'], { user: 'alice', force: true }),
        [['unlock', '--username', 'alice', '--force', 'top', 'ab']],
      ],
    ];
    const ours: string[] = [];
    for (const [step] of steps) {
      await step();
      ours.push(runs());
    }
    for (const [index, [, calls]] of steps.entries()) {
      for (const args of calls)
        await svn(
          args.map((word) => (files.includes(word) ? `${url}/${word}` : word)),
          { expectCode: 'any' },
        );
      expect(blocks(ours[index]!), `step ${index}`).toEqual(blocks(runs()));
    }
  });

  it('obey their hooks', async () => {
    hook('pre-lock', `[ "$2" = /top ] && { echo "not $3" >&2; exit 3; }; printf opaquelocktoken:of-the-hook`);
    const outcome = await repository.lock(['top', { path: 'ab', token: 'opaquelocktoken:mine' }], {
      user: 'u',
    });
    expect(outcome.results).toMatchObject([
      { path: '/ab', lock: { token: 'opaquelocktoken:of-the-hook' } },
      {
        path: '/top',
        error: {
          svnCode: 165001,
          message: 'Lock blocked by pre-lock hook (exit code 3) with output:\nnot u\n',
        },
      },
    ]);
    hook('pre-lock', 'echo opaquelocktoken:with-line-end');
    expect(told(await repository.lock(['top'], { user: 'u' }))).toEqual([['/top', 160037]]);
    expect(told(await repository.lock(['top'], { user: 'u', hooks: { pre: false } }))).toEqual([
      ['/top', 'u'],
    ]);

    hook('pre-unlock', 'exit 1');
    for (const force of [true, false])
      expect(told(await repository.unlock(['top'], { user: 'u', force }))).toEqual([['/top', 165001]]);
    rmSync(join(path, 'hooks/pre-unlock'));
    for (const name of ['post-lock', 'post-unlock']) hook(name, 'echo too late >&2; exit 1');
    rmSync(join(path, 'hooks/pre-lock'));
    expect((await repository.unlock(['top'], { user: 'u' })).hookFailure).toMatchObject({
      svnCode: 165009,
      message: 'Unlock succeeded, but post-unlock hook failed',
    });
    const again = await repository.lock(['top'], { user: 'u' });
    expect(again).toMatchObject({
      results: [{ lock: { owner: 'u' } }],
      hookFailure: { svnCode: 165008, message: 'Locking succeeded, but post-lock hook failed' },
    });
    // Where nothing was done, the later hook is not run.
    expect((await repository.lock(['top'], { user: 'u' })).hookFailure).toBeUndefined();
    expect(
      (await repository.unlock(['top'], { user: 'u', hooks: { post: false } })).hookFailure,
    ).toBeUndefined();
    writeFileSync(join(path, 'conf/hooks-env'), 'nonsense\n[');
    await expect(repository.lock(['top'], { user: 'u' })).rejects.toMatchObject({ kind: 'invalid-input' });
    expect(await repository.getLock('top')).toBeUndefined();
  });
});

/** Runs of hooks; svn asks about several paths in the random order of its hash tables. */
function blocks(text: string): string[] {
  return text.split(/^(?=pre-|post-)/m).sort();
}
