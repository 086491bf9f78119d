import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
  temporaryDirectory,
} from '@revstore/testkit';
import { compareTrees, incompressibleBytes, sourceText, writeTree } from '@revstore/testkit/trees';
import { beforeAll, describe, expect, it } from 'vitest';

const driver = join(import.meta.dirname, 'drivers/crashing-import.mjs');

describe.skipIf(svnMissing() !== undefined)('an import that ends in the middle', () => {
  let directory: string;
  let pristine: string;
  let input: string;
  let calls = 0;

  beforeAll(async () => {
    directory = temporaryDirectory();
    pristine = join(directory, 'pristine');
    input = join(directory, 'input');
    writeTree(input, [
      { file: 'text', contents: sourceText(1, 250_000) },
      { file: 'noise', contents: incompressibleBytes(1, 120_000) },
      { directory: 'directory' },
      { file: 'directory/run', contents: '#!/bin/sh\n', executable: true },
      { link: 'directory/link', target: 'run' },
    ]);
    await repoadmin(['create', pristine]);
    await repo(['import', '-q', '-m', 'Before.', input, `${pathToFileURL(pristine).href}/before`]);
    const whole = join(directory, 'whole');
    cpSync(pristine, whole, { recursive: true });
    calls = (await crash(whole, 'kill', 0)).calls!;
  });

  async function crash(repository: string, mode: 'kill' | 'fail', at: number) {
    const args = [driver, repository, input, '/after', mode, `${at}`];
    const { code, signal, stdout, stderr } = await run(process.execPath, args, { expectCode: 'any' });
    const report = stdout === '' ? {} : (JSON.parse(stdout) as { calls?: number; revision?: number });
    return { code, signal, stderr, ...report };
  }

  /** Checks what every interrupted import must leave, and returns the youngest revision it left. */
  async function expectSound(repository: string): Promise<number> {
    const youngest = await svnYoungest(repository);
    await svnadmin(['verify', '-q', repository]);
    const url = pathToFileURL(repository).href;
    const out = join(directory, 'out');
    await svn(['export', '-q', url, out]);
    expect(compareTrees(input, join(out, 'before'))).toEqual([]);
    if (youngest === 2) expect(compareTrees(input, join(out, 'after'))).toEqual([]);
    else expect({ youngest, after: existsSync(join(out, 'after')) }).toEqual({ youngest: 1, after: false });
    rmSync(out, { recursive: true });

    const transactions = join(repository, 'db/transactions');
    const announced = readdirSync(transactions).filter((name) => name.endsWith('.txn'));
    const names = announced.map((name) => name.slice(0, -'.txn'.length));
    const listed = (await svnadmin(['lstxns', repository])).stdout.split('\n').filter(Boolean);
    expect(listed.sort()).toEqual(names.sort());
    for (const name of names) {
      const { stdout, stderr } = await svnadmin(['rmtxns', repository, name]);
      expect({ stdout, stderr }).toEqual({ stdout: `Transaction '${name}' removed.\n`, stderr: '' });
    }
    expect(readdirSync(transactions).filter((name) => name.endsWith('.txn'))).toEqual([]);
    return youngest;
  }

  async function expectNextImports(repository: string, youngest: number): Promise<void> {
    const url = pathToFileURL(repository).href;
    const [ours, theirs] = [join(directory, 'small-ours'), join(directory, 'small-theirs')];
    for (const path of [ours, theirs]) {
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'file'), 'next\n');
    }
    await repo(['import', '-q', '-m', 'Next.', ours, `${url}/next-ours`]);
    await svn(['import', '-q', '-m', 'Next.', theirs, `${url}/next-theirs`]);
    await svnadmin(['verify', '-q', repository]);
    expect(await svnYoungest(repository)).toBe(youngest + 2);
  }

  it('makes enough calls for the test to mean something', () => {
    expect(calls).toBeGreaterThan(10);
  });

  // Slow: about half a second for each call of the import.
  it('leaves the old or the new youngest when killed before any call', { timeout: 600_000 }, async () => {
    const seen = new Set<number>();
    for (let at = 1; at <= calls; at++) {
      const repository = join(directory, `killed-${at}`);
      cpSync(pristine, repository, { recursive: true });
      const result = await crash(repository, 'kill', at);
      // The number of calls may vary a little with timing; one that was not reached ends well.
      if (result.signal !== 'SIGKILL') expect(result).toMatchObject({ code: 0, revision: 2 });
      const youngest = await expectSound(repository);
      seen.add(youngest);
      await expectNextImports(repository, youngest);
      rmSync(repository, { recursive: true });
    }
    expect(seen).toContain(1);
  });

  it('reports an error, or has committed, when any call fails', { timeout: 600_000 }, async () => {
    for (let at = 1; at <= calls; at++) {
      const repository = join(directory, `failed-${at}`);
      cpSync(pristine, repository, { recursive: true });
      const result = await crash(repository, 'fail', at);
      const youngest = await expectSound(repository);
      if (result.code === 0) expect({ at, youngest }).toEqual({ at, youngest: 2 });
      else expect(result.stderr).toContain('EIO');
      await expectNextImports(repository, youngest);
      rmSync(repository, { recursive: true });
    }
  });
});
