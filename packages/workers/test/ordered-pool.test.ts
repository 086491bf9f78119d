import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, temporaryDirectory } from '@revstore/testkit';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { OrderedPool, type OrderedPoolOptions } from '../src/ordered-pool.js';

const module = new URL('echo-worker.mjs', import.meta.url);

interface Job {
  readonly do?: 'fail' | 'fail plainly' | 'throw text' | 'exit' | 'crash' | 'fill' | 'unclonable' | 'hang';
  readonly value?: unknown;
  readonly wait?: number;
  readonly bytes?: ArrayBuffer;
}
interface Echo {
  readonly value: unknown;
  readonly threadId: number;
  readonly workerData: unknown;
}

function pool<Result = Echo>(options: OrderedPoolOptions = {}): OrderedPool<Job, Result> {
  const made = new OrderedPool<Job, Result>(module, { size: 2, ...options });
  onTestFinished(() => made.close());
  return made;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

test('jobs run on threads that start with the first job and know the worker data', async () => {
  const workers = pool({ workerData: { some: 'data' } });
  expect(workers.workers).toBe(0);
  const first = await workers.submit({ value: 1 });
  expect(first).toEqual({ value: 1, threadId: expect.any(Number) as number, workerData: { some: 'data' } });
  expect(first.threadId).toBeGreaterThan(0);
  await workers.submit({ value: 2 });
  expect(workers.workers).toBe(1);
  const results = await Promise.all([1, 2, 3, 4].map((value) => workers.submit({ value, wait: 30 })));
  expect(new Set(results.map(({ threadId }) => threadId)).size).toBe(2);
});

test('results come in the order of submission, however long each job takes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(8), { maxLength: 12 }), async (waits) => {
      await using workers = new OrderedPool<Job, Echo>(module, { size: 2 });
      const results = workers.results();
      for (const [value, wait] of waits.entries()) void workers.submit({ value, wait });
      const closed = workers.close();
      const got: unknown[] = [];
      for await (const { value } of results) got.push(value);
      await closed;
      expect(got).toEqual([...waits.keys()]);
    }),
    { numRuns: 6 },
  );
});

test('a failed job is told in its turn, and the results go on behind it', async () => {
  const workers = pool();
  const results = workers.results();
  void workers.submit({ value: 1, wait: 20 });
  void workers.submit({ do: 'fail plainly' });
  void workers.submit({ value: 3 });
  expect((await results.next()).value).toMatchObject({ value: 1 });
  await expect(results.next()).rejects.toThrow(RangeError);
  expect((await results.next()).value).toMatchObject({ value: 3 });
  const end = results.next();
  await workers.close();
  expect(await end).toEqual({ done: true, value: undefined });
});

test('an error crosses threads with code, kind, number, data and causes', async () => {
  const workers = pool();
  await expect(workers.submit({ do: 'fail' })).rejects.toMatchObject({
    name: 'RevstoreError',
    message: 'outer',
    code: 'SOME_CODE',
    kind: 'corrupt',
    svnCode: 160004,
    data: { path: '/x', offset: 7, odd: '() => 1' },
    cause: { code: 'INNER', svnCode: 160004, cause: new TypeError('innermost') },
  });
  await expect(workers.submit({ do: 'fail plainly' })).rejects.toThrow(RangeError);
  await expect(workers.submit({ do: 'throw text' })).rejects.toThrow('only text');
  await expect(workers.submit({ do: 'unclonable' })).rejects.toThrow(/could not be cloned/);
  expect(await workers.submit({ value: 'still there' })).toMatchObject({ value: 'still there' });
});

test('a job that cannot be sent is rejected alone', async () => {
  const workers = pool();
  await expect(workers.submit({ value: () => 1 }, { bytes: 10 })).rejects.toThrow(/could not be cloned/);
  expect(workers.bytesInFlight).toBe(0);
  expect(await workers.submit({ value: 1 })).toMatchObject({ value: 1 });
});

test('transferred buffers move both ways', async () => {
  const workers = pool<Uint8Array>();
  const bytes = new Uint8Array(1000).fill(6);
  const result = await workers.submit({ do: 'fill', bytes: bytes.buffer }, { transfer: [bytes.buffer] });
  expect(bytes).toHaveLength(0);
  expect(result).toEqual(new Uint8Array(1000).fill(7));
});

test('a producer that waits for room keeps the bytes in flight bounded', async () => {
  const workers = pool({ maxBytesInFlight: 100 });
  let most = 0;
  const all: Promise<unknown>[] = [];
  for (let value = 0; value < 30; value++) {
    await workers.waitForRoom();
    all.push(workers.submit({ value, wait: 1 }, { bytes: 40 }));
    most = Math.max(most, workers.bytesInFlight);
  }
  await Promise.all(all);
  expect(most).toBe(120);
  expect(workers.bytesInFlight).toBe(0);
});

test('one job larger than the bound is taken', async () => {
  const workers = pool({ maxBytesInFlight: 10 });
  await workers.waitForRoom();
  await workers.submit({ value: 1 }, { bytes: 1000 });
  await workers.waitForRoom();
});

test('with ordered results the bytes count until they are taken', async () => {
  const workers = pool({ maxBytesInFlight: 10 });
  const results = workers.results();
  await workers.submit({ value: 1 }, { bytes: 10 });
  let room = false;
  const waiting = workers.waitForRoom().then(() => (room = true));
  await settle();
  expect(room).toBe(false);
  await results.next();
  await waiting;
  expect(workers.bytesInFlight).toBe(0);
});

test.each([
  ['exits', 'exit', /the thread exited with code 3/],
  ['crashes', 'crash', /crashed/],
] as const)(
  'when a thread %s, what is pending and what comes later is rejected',
  async (_name, what, cause) => {
    const workers = pool({ maxBytesInFlight: 1 });
    const pending = [{ do: what }, { value: 1, wait: 5000 }, { value: 2, wait: 5000 }].map((job) =>
      workers.submit(job, { bytes: 5 }),
    );
    const room = workers.waitForRoom();
    const expected = {
      code: 'WORKER_ENDED',
      kind: 'io',
      cause: { message: expect.stringMatching(cause) as string },
    };
    for (const outcome of await Promise.allSettled([...pending, room])) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expected });
    }
    await expect(workers.submit({ value: 3 })).rejects.toMatchObject({ code: 'WORKER_ENDED' });
  },
);

test('a worker module that does not load is told so', async () => {
  const workers = new OrderedPool<Job, Echo>(new URL('absent.mjs', import.meta.url), { size: 1 });
  await expect(workers.submit({ value: 1 })).rejects.toMatchObject({
    code: 'WORKER_ENDED',
    cause: { message: expect.stringContaining('absent.mjs') as string },
  });
  await workers.close();
});

test('an abort ends even threads that never come back, with its reason', async () => {
  const controller = new AbortController();
  const workers = pool({ signal: controller.signal });
  const results = workers.results();
  const pending = [{ do: 'hang' as const }, { do: 'hang' as const }, { value: 1 }].map((job) =>
    workers.submit(job),
  );
  const reason = new Error('enough');
  setTimeout(() => controller.abort(reason), 100);
  for (const outcome of await Promise.allSettled([...pending, results.next()])) {
    expect(outcome).toEqual({ status: 'rejected', reason });
  }
  await expect(workers.submit({ value: 2 })).rejects.toBe(reason);
  await workers.close();
});

test('a signal that was aborted before starts nothing', async () => {
  const reason = new Error('before');
  const workers = pool({ signal: AbortSignal.abort(reason) });
  await expect(workers.submit({ value: 1 })).rejects.toBe(reason);
  await expect(workers.waitForRoom()).rejects.toBe(reason);
  expect(workers.workers).toBe(0);
});

test('closing waits for all jobs and lets threads tidy up', async () => {
  const log = join(temporaryDirectory(), 'log');
  const workers = pool({ workerData: { log } });
  const jobs = Array.from({ length: 6 }, (_, value) => workers.submit({ value, wait: 5 }));
  const closed = workers.close();
  await expect(workers.submit({ value: 7 })).rejects.toMatchObject({ code: 'POOL_CLOSED' });
  expect(existsSync(log)).toBe(false);
  await closed;
  expect(await Promise.all(jobs)).toHaveLength(6);
  expect(readFileSync(log, 'utf8')).toBe('closed\nclosed\n');
  await workers.close();
});

test('idle threads do not hold a process open, and pending jobs do', async () => {
  const script = `
    import { OrderedPool } from '${new URL('../dist/index.js', import.meta.url).href}';
    const pool = new OrderedPool(new URL('${module.href}'), { size: 2 });
    await pool.submit({ value: 1 });
    pool.submit({ value: 'late', wait: 200 }).then(({ value }) => console.log(value));
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 30_000 });
  expect(stdout).toBe('late\n');
});

test('misuse is a TypeError', () => {
  expect(() => new OrderedPool(module, { size: 0 })).toThrow(TypeError);
  const workers = pool();
  workers.results();
  expect(() => workers.results()).toThrow(TypeError);
});
