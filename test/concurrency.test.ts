import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  repo,
  repoadmin,
  run,
  svn,
  svnadmin,
  svnMissing,
  svnYoungest,
  svnCommit,
  temporaryDirectory,
  type RunResult,
} from '@revstore/testkit';
import { compareTrees, sourceTree, writeTree } from '@revstore/testkit/trees';
import { describe, expect, it } from 'vitest';

/** Holds a repository's write lock as another program until the returned function is called. */
async function holdWriteLock(repository: string): Promise<() => Promise<void>> {
  const holder = spawn('flock', [join(repository, 'db/write-lock'), 'sh', '-c', 'echo held; cat'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => resolve());
    holder.once('error', reject);
    holder.once('exit', (code) => reject(new Error(`flock: exit ${code}`)));
  });
  return async () => {
    const ended = new Promise((resolve) => holder.once('close', resolve));
    holder.stdin.end();
    await ended;
  };
}

/** Starts imports of both programs in turn, and lets the lock go when all of them wait to commit. */
async function importAtOnce(
  repository: string,
  input: string,
  targets: readonly string[],
): Promise<RunResult[]> {
  const release = await holdWriteLock(repository);
  const waiting: Promise<void>[] = [];
  const runs = targets.map((target, index) => {
    let started: () => void = () => undefined;
    waiting.push(new Promise((resolve) => (started = resolve)));
    const program = index % 2 === 0 ? svn : repo;
    const result = program(['import', '-m', target, input, `${pathToFileURL(repository).href}/${target}`], {
      expectCode: 'any',
      onOutput: (text) => {
        if (text.includes('Committing transaction')) started();
      },
    });
    return result.finally(started);
  });
  await Promise.all(waiting);
  await release();
  return Promise.all(runs);
}

describe.skipIf(svnMissing() !== undefined)('many writers', () => {
  it('twenty imports into folders of their own all succeed', { timeout: 180_000 }, async () => {
    const directory = temporaryDirectory();
    const [repository, input] = [join(directory, 'repository'), join(directory, 'input')];
    const url = pathToFileURL(repository).href;
    writeTree(input, sourceTree(40));
    await repoadmin(['create', repository]);
    const parents = Array.from({ length: 5 }, (_, index) => `parent-${index}`);
    await svnCommit(
      url,
      parents.map((name) => ({ mkdir: name })),
    );
    const targets = Array.from({ length: 20 }, (_, index) => `parent-${index % 5}/new-${index}`);
    const results = await importAtOnce(repository, input, targets);
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      targets.map(() => ({ code: 0, stderr: '' })),
    );
    expect(await svnYoungest(repository)).toBe(21);
    await svnadmin(['verify', '-q', repository]);
    const numbers = results.map(({ stdout }) => Number(/^Committed revision (\d+)\.$/m.exec(stdout)?.[1]));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
    await svn(['export', '-q', url, join(directory, 'theirs')]);
    await repo(['export', '-q', url, join(directory, 'ours')]);
    expect(compareTrees(join(directory, 'theirs'), join(directory, 'ours'), { mtimes: true })).toEqual([]);
    for (const target of targets) expect(compareTrees(input, join(directory, 'ours', target))).toEqual([]);
    expect((await svnadmin(['lstxns', repository])).stdout).toBe('');
  });

  it('of imports that make the same missing parent exactly one wins', async () => {
    const directory = temporaryDirectory();
    const [repository, input] = [join(directory, 'repository'), join(directory, 'input')];
    mkdirSync(input);
    writeFileSync(join(input, 'file'), 'x\n');
    await repoadmin(['create', repository]);
    const targets = Array.from({ length: 8 }, (_, index) => `missing/new-${index}`);
    const results = await importAtOnce(repository, input, targets);
    const losers = results.filter(({ code }) => code !== 0);
    expect(losers.map(({ code }) => code)).toEqual(Array.from({ length: 7 }, () => 1));
    for (const { stderr } of losers) expect(stderr).toContain('E160024');
    expect(await svnYoungest(repository)).toBe(1);
    await svnadmin(['verify', '-q', repository]);
  });

  it('sixty-four commits of eight handles wait for svn and all succeed, while files can be read', async () => {
    const directory = temporaryDirectory();
    const repository = join(directory, 'repository');
    await repoadmin(['create', repository]);
    const frozen = join(directory, 'frozen');
    const freeze = svnadmin([
      'freeze',
      repository,
      '--',
      'sh',
      '-c',
      `touch '${frozen}'; sleep 2; rm '${frozen}'`,
    ]);
    while (!existsSync(frozen)) await new Promise((resolve) => setTimeout(resolve, 10));
    const driver = join(import.meta.dirname, 'drivers/many-commits.mjs');
    const { stdout } = await run(process.execPath, [driver, repository, frozen, '8', '64']);
    await freeze;
    const report = JSON.parse(stdout) as {
      revisions: number[];
      readsWhileFrozen: number;
      commitsWhileFrozen: number;
    };
    expect(report.revisions.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 64 }, (_, index) => index + 1),
    );
    expect(report.commitsWhileFrozen).toBe(0);
    expect(report.readsWhileFrozen).toBeGreaterThan(0);
    await svnadmin(['verify', '-q', repository]);
    expect((await svn(['list', pathToFileURL(repository).href])).stdout.trim().split('\n')).toHaveLength(64);
  });
});
