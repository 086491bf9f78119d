import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRepository, openRepository, type Repository } from '@revstore/repository';
import { temporaryDirectory } from '@revstore/testkit';

/** More files than one thread exports alone, then large ones, which go to another in one batch. */
const smallFiles = 1000;
const largeFiles = 8;
const largeSize = 12_000_000;

describe('an export that is aborted', () => {
  let repository: Repository;

  beforeAll(async () => {
    const directory = temporaryDirectory();
    const source = join(directory, 'source');
    mkdirSync(source);
    for (let i = 0; i < smallFiles; i++) writeFileSync(join(source, `a${i}`), 'x');
    for (let i = 0; i < largeFiles; i++) writeFileSync(join(source, `b${i}`), Buffer.alloc(largeSize, i));
    await createRepository(join(directory, 'repository'));
    repository = await openRepository(join(directory, 'repository'));
    await repository.importTree(source, { target: '/trunk' });
  });
  afterAll(() => repository?.close());

  /** Aborts as soon as a file is there and has any contents. */
  async function abortedAt(
    file: string,
    exporting: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    const controller = new AbortController();
    const timer = setInterval(() => {
      if (existsSync(file) && statSync(file).size > 0) controller.abort(new Error('enough'));
    }, 1);
    try {
      await expect(exporting(controller.signal)).rejects.toThrow('enough');
    } finally {
      clearInterval(timer);
    }
  }

  it('leaves nothing of a single large file', async () => {
    const target = join(temporaryDirectory(), 'out');
    await abortedAt(target, (signal) => repository.exportTree(target, { source: '/trunk/b1', signal }));
    expect(existsSync(target)).toBe(false);
  });

  it('leaves what is complete, and goes on with no other file on any thread', async () => {
    const target = join(temporaryDirectory(), 'out');
    await abortedAt(join(target, 'b0'), (signal) =>
      repository.exportTree(target, { source: '/trunk', signal }),
    );
    const names = readdirSync(target);
    expect(names.filter((name) => !/^[ab]\d+$/.test(name))).toEqual([]);
    const large = names.filter((name) => name.startsWith('b'));
    expect(large.length).toBeLessThan(largeFiles);
    expect(large.map((name) => statSync(join(target, name)).size)).toEqual(large.map(() => largeSize));
  });

  it('does not begin with a signal that was given before', async () => {
    const target = join(temporaryDirectory(), 'out');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(repository.exportTree(target, { signal })).rejects.toThrow('enough');
    expect(existsSync(target)).toBe(false);
  });
});
