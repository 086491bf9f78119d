import { describe, expect, it } from 'vitest';
import { FileBatches } from '../../src/batches/file-batches.js';

/** Jobs on other threads do not end by themselves; those on this one are done at once. */
function endless(onResult: () => void, signal?: AbortSignal) {
  const tidied = new Int32Array(new SharedArrayBuffer(4));
  const batches = new FileBatches<number, void>({
    module: new URL('./endless-worker.mjs', import.meta.url),
    workerData: { tidied },
    inline: async () => {},
    onResult,
    ...(signal ? { signal } : {}),
  });
  return { batches, tidied };
}

describe('batches of files', () => {
  const jobs = Array.from({ length: 5000 }, (_, index) => index);

  it('are given up on all threads when they are aborted, and waited for', async () => {
    const controller = new AbortController();
    const { batches, tidied } = endless(() => {}, controller.signal);
    const running = (async () => {
      await using work = batches;
      for (const job of jobs) await work.add(job);
      setTimeout(() => controller.abort(new Error('enough')), 5);
      await work.finish();
    })();
    await expect(running).rejects.toThrow('enough');
    expect(Atomics.load(tidied, 0)).toBeGreaterThan(0);
  });

  it('are given up when their user fails', async () => {
    const { batches, tidied } = endless(() => {});
    const running = (async () => {
      await using work = batches;
      for (const job of jobs) await work.add(job);
      throw new Error('of the user');
    })();
    await expect(running).rejects.toThrow('of the user');
    expect(Atomics.load(tidied, 0)).toBeGreaterThan(0);
  });
});
