import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, linkSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, temporaryDirectory } from '@revstore/testkit';
import { onTestFinished, describe, expect, test } from 'vitest';
import { acquireLock, isLockedByOthers, tryLock } from '../src/locks/file-lock.js';

const index = new URL('../dist/index.js', import.meta.url).href;

/** A process that holds the lock until it is told to end. */
async function holder(path: string): Promise<ChildProcess> {
  const script = `
    import { acquireLock } from '${index}';
    await acquireLock(process.argv[1]);
    console.log('held');
    process.stdin.resume().on('end', () => process.exit(0));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return child;
}

test('one after another gets the lock, in the order they asked', async () => {
  const path = join(temporaryDirectory(), 'write-lock');
  const order: number[] = [];
  let holders = 0;
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      using lock = await acquireLock(path);
      expect(++holders).toBe(1);
      expect(lock.exclusive).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(index);
      holders--;
    }),
  );
  expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('two names of one file are one lock', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'write-lock');
  const lock = await acquireLock(path);
  linkSync(path, join(directory, 'other'));
  expect(await tryLock(join(directory, 'other'))).toBeUndefined();
  lock.release();
  lock.release();
  const other = await tryLock(join(directory, 'other'));
  expect(other).toBeDefined();
  other!.release();
});

test('shared locks are held together, and hold off an exclusive one', async () => {
  const path = join(temporaryDirectory(), 'lock');
  const first = await acquireLock(path, { exclusive: false });
  const second = await acquireLock(path, { exclusive: false });
  expect(await tryLock(path)).toBeUndefined();
  first.release();
  expect(await tryLock(path)).toBeUndefined();
  second.release();
  const last = await tryLock(path);
  expect(last).toBeDefined();
  last!.release();
});

test('a missing lock file is made, with the mode of its reference whatever the umask', async () => {
  const directory = temporaryDirectory();
  const [current, path] = [join(directory, 'current'), join(directory, 'write-lock')];
  writeFileSync(current, '');
  chmodSync(current, 0o664);
  const umask = process.umask(0o077);
  try {
    (await acquireLock(path, { modeFrom: current })).release();
  } finally {
    process.umask(umask);
  }
  expect(statSync(path).mode & 0o7777).toBe(0o664);
});

test('failures are told in svn’s words', async () => {
  const path = join(temporaryDirectory(), 'absent', 'write-lock');
  await expect(acquireLock(path)).rejects.toMatchObject({
    code: 'ENOENT',
    message: `Can't open file '${path}': No such file or directory`,
  });
  expect(await isLockedByOthers(path)).toBe(false);
  expect(existsSync(path)).toBe(false);
});

test('others are seen, oneself is not', async () => {
  const path = join(temporaryDirectory(), 'write-lock');
  const own = await acquireLock(path);
  expect(await isLockedByOthers(path)).toBe(false);
  own.release();
  const other = await holder(path);
  expect(await isLockedByOthers(path)).toBe(true);
  expect(await tryLock(path)).toBeUndefined();
  other.stdin!.end();
  await once(other, 'exit');
  expect(await isLockedByOthers(path)).toBe(false);
});

test('a lock goes to the next when its process is killed', async () => {
  const path = join(temporaryDirectory(), 'write-lock');
  const other = await holder(path);
  let waits = 0;
  const waiting = acquireLock(path, { onWait: () => waits++ });
  setTimeout(() => other.kill('SIGKILL'), 300);
  (await waiting).release();
  expect(waits).toBe(1);
});

// While the wait polls, and after it has moved into the kernel's queue.
describe.each([5, 400])('after %d ms of waiting', (delay) => {
  test('an abort rejects with its reason and leaves the lock to others', async () => {
    const path = join(temporaryDirectory(), 'write-lock');
    const other = await holder(path);
    const controller = new AbortController();
    const first = acquireLock(path, { signal: controller.signal });
    const second = acquireLock(path, { signal: controller.signal });
    const third = acquireLock(path);
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), delay);
    await expect(first).rejects.toBe(reason);
    await expect(second).rejects.toBe(reason);
    expect(await isLockedByOthers(path)).toBe(true);
    const ended = once(other, 'exit');
    other.stdin!.end();
    const lock = await third;
    await ended;
    lock.release();
    const again = await tryLock(path);
    expect(again).toBeDefined();
    again!.release();
  });

  test.each([
    ['process.exit', 1, null],
    ['SIGINT', null, 'SIGINT'],
    ['a handler of SIGINT that exits', 130, null],
    ['a thrown error', 1, null],
  ])('%s ends a waiting process at once', async (how, code, signal) => {
    const path = join(temporaryDirectory(), 'write-lock');
    const other = await holder(path);
    const script = `
      import { acquireLock } from '${index}';
      const how = process.argv[2];
      if (how.startsWith('a handler')) process.on('SIGINT', () => process.exit(130));
      acquireLock(process.argv[1], { onWait: () => setTimeout(() => {
        if (how === 'process.exit') process.exit(1);
        if (how === 'a thrown error') throw new Error('thrown');
        process.kill(process.pid, 'SIGINT');
      }, ${delay}) });
    `;
    const ended = await run(process.execPath, ['--input-type=module', '-e', script, path, how], {
      expectCode: 'any',
      timeout: 20_000,
    });
    expect([ended.code, ended.signal]).toEqual([code ?? -1, signal]);
    expect(other.exitCode).toBeNull();
    other.stdin!.end();
    // Nothing of the process that ended keeps the lock.
    (await acquireLock(path)).release();
  });
});

test('many locks are waited for at once while files can be read', async () => {
  const directory = temporaryDirectory();
  const paths = Array.from({ length: 8 }, (_, index) => join(directory, `lock ${index}`));
  const holders = await Promise.all(paths.map(holder));
  const waiting = Promise.all(
    paths.flatMap((path) =>
      [acquireLock(path), acquireLock(path)].map(async (lock) => (await lock).release()),
    ),
  );
  let done = false;
  void waiting.then(() => (done = true));
  await new Promise((resolve) => setTimeout(resolve, 400));
  for (let i = 0; i < 50; i++) await readFile(new URL(index));
  expect(done).toBe(false);
  for (const child of holders) child.stdin!.end();
  await waiting;
});

test('without the program flock the wait goes on by asking again', async () => {
  const path = join(temporaryDirectory(), 'write-lock');
  const other = await holder(path);
  const script = `
    import { acquireLock } from '${index}';
    await acquireLock(process.argv[1]);
    console.log('held');
  `;
  const waiting = run(process.execPath, ['--input-type=module', '-e', script, path], {
    env: { PATH: '/nowhere' },
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  other.stdin!.end();
  expect((await waiting).stdout).toBe('held\n');
});
