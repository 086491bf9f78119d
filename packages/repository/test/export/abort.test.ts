import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Store } from '@revstore/fsfs';
import { createRepository, openRepository, type Repository } from '@revstore/repository';
import { temporaryDirectory } from '@revstore/testkit';
import { OrderedPool } from '@revstore/workers';
import { StopFlag, type StoppableData } from '../../src/batches/index.js';
import type { ExportJob } from '../../src/export/export-file.js';
import type { ExportWorkerData } from '../../src/export/export-worker.js';

const smallFiles = 20;
const largeFiles = 8;
const largeSize = 12_000_000;

describe('an export that is aborted', () => {
  let path: string;
  let repository: Repository;

  beforeAll(async () => {
    const directory = temporaryDirectory();
    const source = join(directory, 'source');
    mkdirSync(source);
    for (let i = 0; i < smallFiles; i++) writeFileSync(join(source, `a${i}`), 'x');
    for (let i = 0; i < largeFiles; i++) writeFileSync(join(source, `b${i}`), Buffer.alloc(largeSize, i));
    path = join(directory, 'repository');
    await createRepository(path);
    repository = await openRepository(path);
    await repository.importTree(source, { target: '/trunk' });
  });
  afterAll(() => repository?.close());

  /** Stops as soon as a file is there and has any contents. */
  async function stoppedAt(file: string, stop: () => void, work: Promise<unknown>): Promise<unknown> {
    const timer = setInterval(() => {
      if (existsSync(file) && statSync(file).size > 0) stop();
    }, 1);
    try {
      return await work.catch((reason: unknown) => reason);
    } finally {
      clearInterval(timer);
    }
  }

  it('leaves nothing of a single large file', async () => {
    const target = join(temporaryDirectory(), 'out');
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error('enough');
    const exporting = repository.exportTree(target, { source: '/trunk/b1', signal });
    expect(await stoppedAt(target, () => controller.abort(reason), exporting)).toBe(reason);
    expect(existsSync(target)).toBe(false);
  });

  it('leaves what is complete, and goes on with no other file', async () => {
    const target = join(temporaryDirectory(), 'out');
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error('enough');
    const exporting = repository.exportTree(target, { source: '/trunk', signal });
    expect(await stoppedAt(join(target, 'b0'), () => controller.abort(reason), exporting)).toBe(reason);
    const names = readdirSync(target);
    expect(names.filter((name) => name.startsWith('a'))).toHaveLength(smallFiles);
    const large = names.filter((name) => !name.startsWith('a'));
    expect(large.length).toBeLessThan(largeFiles);
    expect(large.map((name) => statSync(join(target, name)).size)).toEqual(large.map(() => largeSize));
  });

  it('is stopped on other threads, too', async () => {
    const target = temporaryDirectory();
    const db = join(path, 'db');
    const store = Store.open(db);
    const jobs = Array.from({ length: largeFiles }, (_, i): ExportJob => {
      const name = `b${i}`;
      return {
        id: store.tree(1).get(`/trunk/${name}`).id,
        path: `/trunk/${name}`,
        target: join(target, name),
      };
    });
    store.close();
    const stop = new StopFlag();
    const settings = { force: false, ignoreKeywords: false, rootUrl: 'file:///r' };
    await using pool = new OrderedPool<readonly ExportJob[], number>(
      new URL('../../dist/export/export-worker.js', import.meta.url),
      {
        size: 1,
        workerData: { db, store: {}, settings, stop: stop.shared } satisfies ExportWorkerData & StoppableData,
      },
    );
    const exporting = pool.submit(jobs);
    expect(await stoppedAt(join(target, 'b0'), () => stop.raise(), exporting)).toBeInstanceOf(Error);
    const names = readdirSync(target);
    expect(names.length).toBeLessThan(largeFiles);
    expect(names.map((name) => statSync(join(target, name)).size)).toEqual(names.map(() => largeSize));
  });

  it('does not begin with a signal that was given before', async () => {
    const target = join(temporaryDirectory(), 'out');
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(repository.exportTree(target, { signal })).rejects.toThrow('enough');
    expect(existsSync(target)).toBe(false);
  });
});
