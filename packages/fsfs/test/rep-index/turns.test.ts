import { expect, it } from 'vitest';
import { takeTurn } from '../../src/rep-index/turns.js';

it('turns are served in the order they were asked for', async () => {
  const end = (await takeTurn('a', 1000))!;
  const order: number[] = [];
  const others = [1, 2, 3].map(async (number) => {
    const endTurn = (await takeTurn('a', 60_000))!;
    order.push(number);
    endTurn();
    endTurn();
  });
  expect(order).toEqual([]);
  end();
  await Promise.all(others);
  expect(order).toEqual([1, 2, 3]);
});

it('other keys do not wait', async () => {
  const end = (await takeTurn('a', 1000))!;
  const other = (await takeTurn('b', 1000))!;
  other();
  end();
});

it('whoever gives up, in time or by an abort, is not served', async () => {
  const end = (await takeTurn('a', 1000))!;
  expect(await takeTurn('a', 1)).toBeUndefined();
  const controller = new AbortController();
  const reason = new Error('enough');
  const waiting = takeTurn('a', 60_000, controller.signal);
  const next = takeTurn('a', 60_000);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(takeTurn('a', 1000, controller.signal)).rejects.toBe(reason);
  end();
  (await next)!();
  (await takeTurn('a', 0))!();
});
