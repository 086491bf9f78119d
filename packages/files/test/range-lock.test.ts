import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@revstore/testkit';
import { tryRangeLock } from '@revstore/files';
import { expect, it } from 'vitest';

it.skipIf(process.platform !== 'linux')('ranges are locked by an open file until it is closed', async () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, '');
  const [a, b] = [openSync(path, 'r+'), openSync(path, 'r+')];
  const lock = (fd: number, start: number, exclusive: boolean) =>
    tryRangeLock(fd, path, { start, length: 10, exclusive });
  expect(await lock(a, 0x40000000, false)).toBe(true);
  expect(await lock(b, 0x40000000, false)).toBe(true);
  expect(await lock(b, 0x40000005, true)).toBe(false);
  expect(await lock(b, 0x4000000a, true)).toBe(true);
  // Other descriptors of the file come and go.
  closeSync(openSync(path, 'r'));
  expect(await lock(a, 0x40000010, false)).toBe(false);
  closeSync(b);
  expect(await lock(a, 0x40000010, true)).toBe(true);
  closeSync(a);
  await expect(lock(a, 0, true)).rejects.toThrow(`Can't get exclusive lock on file '${path}'`);
});
