import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { run } from '../src/run.js';
import { temporaryDirectory } from '../src/temporary-directory.js';
import { svn, svnadmin, svnMissing, svnRepository } from '../src/svn.js';

describe('run', () => {
  it('gives code, output and error output', async () => {
    const script = 'process.stdin.pipe(process.stdout); console.error("e"); process.exitCode = 3';
    const result = await run(process.execPath, ['-e', script], { input: 'in', expectCode: 3 });
    expect(result).toMatchObject({ code: 3, stdout: 'in', stderr: 'e\n', signal: null });
  });

  it('throws where the exit code is not the expected one', async () => {
    await expect(run('false', [])).rejects.toThrow('exit 1, expected 0');
    await expect(run('no-such-program', [])).rejects.toThrow('ENOENT');
  });

  it('ends a program that takes too long, or is aborted', async () => {
    await expect(run('sleep', ['60'], { timeout: 50 })).rejects.toThrow('killed after 50 ms');
    const result = await run('sleep', ['60'], { signal: AbortSignal.timeout(50), expectCode: 'any' });
    expect(result.signal).toBe('SIGKILL');
  });
});

describe('temporaryDirectory', () => {
  const made: string[] = [];
  beforeAll(() => {
    made.push(temporaryDirectory());
  });

  it('is there in the test', () => {
    made.push(temporaryDirectory());
    writeFileSync(join(made[1]!, 'file'), '');
    expect(made.every((path) => existsSync(path))).toBe(true);
  });

  it('is gone in the next one, unless a hook made it', () => {
    expect(made.map((path) => existsSync(path))).toEqual([true, false]);
  });
});

describe.skipIf(svnMissing() !== undefined)('svnRepository', () => {
  it('commits, sets the shard size and packs', async () => {
    const path = join(temporaryDirectory(), 'r');
    const { url } = await svnRepository(path, {
      shardSize: 2,
      configuration: '[rep-sharing]\nenable-rep-sharing = false',
      revisions: [
        [{ mkdir: 'trunk' }, { put: 'trunk/a', contents: 'a' }],
        [
          { cp: 'trunk', to: 'branch' },
          { propset: 'branch', name: 'p', value: 'v' },
        ],
        [{ mv: 'trunk/a', to: 'trunk/b' }, { rm: 'branch' }],
      ],
      pack: true,
    });
    await svnadmin(['verify', '-q', path]);
    expect((await svn(['list', '-R', url])).stdout).toBe('trunk/\ntrunk/b\n');
    expect(existsSync(join(path, 'db/revs/0.pack'))).toBe(true);
    expect(existsSync(join(path, 'db/rep-cache.db'))).toBe(false);
  });
});
