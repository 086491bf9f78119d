import { expect, test } from 'vitest';
import { LockQueue } from '../src/locks/lock-queue.js';

/** Lets all promise callbacks run that can. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

function enter(
  queue: LockQueue,
  order: string[],
  name: string,
  exclusive: boolean,
  signal?: AbortSignal,
): Promise<void> {
  return queue.enter(exclusive, signal).then(() => void order.push(name));
}

test('exclusive requests are served one by one in the order they came', async () => {
  const queue = new LockQueue();
  const order: string[] = [];
  const all = ['a', 'b', 'c'].map((name) => enter(queue, order, name, true));
  for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
    await settle();
    expect(order).toEqual(expected);
    queue.leave();
  }
  await Promise.all(all);
  expect(queue.idle).toBe(true);
});

test('shared neighbours are served together and never overtake an exclusive request', async () => {
  const queue = new LockQueue();
  const order: string[] = [];
  const all = [
    enter(queue, order, 'read 1', false),
    enter(queue, order, 'read 2', false),
    enter(queue, order, 'write', true),
    enter(queue, order, 'read 3', false),
  ];
  await settle();
  expect(order).toEqual(['read 1', 'read 2']);
  expect(queue.tryEnter(false)).toBe(false);
  queue.leave();
  await settle();
  expect(order).toHaveLength(2);
  queue.leave();
  await settle();
  expect(order).toEqual(['read 1', 'read 2', 'write']);
  queue.leave();
  await Promise.all(all);
  expect(order).toEqual(['read 1', 'read 2', 'write', 'read 3']);
});

test('an abort leaves the queue and lets those behind through', async () => {
  const queue = new LockQueue();
  const order: string[] = [];
  const controller = new AbortController();
  await enter(queue, order, 'read 1', false);
  const write = enter(queue, order, 'write', true, controller.signal);
  const read = enter(queue, order, 'read 2', false);
  await settle();
  expect(order).toEqual(['read 1']);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(write).rejects.toBe(reason);
  await read;
  expect(order).toEqual(['read 1', 'read 2']);
  await expect(queue.enter(true, controller.signal)).rejects.toBe(reason);
});
