import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { run, temporaryDirectory } from '@revstore/testkit';
import { expect, test } from 'vitest';
import { bindFlock } from '../src/locks/flock.js';

const index = new URL('../dist/index.js', import.meta.url).href;

function koffi(results: number[], loads: (library: string | null) => boolean = () => true) {
  return () =>
    Promise.resolve({
      load(library: string | null) {
        if (!loads(library)) throw new Error(`no ${library}`);
        return { func: () => () => (results[0] === 0 ? (results.shift(), 0) : -1) };
      },
      errno: () => results.shift() ?? 0,
    });
}

test('an interrupted call is made again', async () => {
  const flock = await bindFlock(koffi([4, 4, 11, 4, 0]), 'linux');
  expect(flock(3, 2)).toBe(11);
  expect(flock(3, 2)).toBe(0);
});

test('the C library is tried under the name of musl, too', async () => {
  const flock = await bindFlock(
    koffi([0], (library) => library?.startsWith('libc.musl-') ?? false),
    'linux',
  );
  expect(flock(3, 2)).toBe(0);
});

test.each([
  ['the add-on does not load', 'linux', () => Promise.reject(new Error('wrong ELF class'))],
  ['no library has it', 'linux', koffi([], () => false)],
  ['the system is Windows', 'win32', koffi([0])],
])('where %s, locks are unavailable', async (_name, platform, load) => {
  await expect(bindFlock(load, platform)).rejects.toMatchObject({
    code: 'LOCKS_UNAVAILABLE',
    kind: 'unsupported',
  });
});

test('without koffi the package loads and reads, and refuses to lock before anything is made', async () => {
  const path = join(temporaryDirectory(), 'write-lock');
  const hook = `export async function resolve(name, context, next) {
    if (name === 'koffi') throw new Error('not for this platform');
    return next(name, context);
  }`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;
  const script = `
    import { acquireLock, readWholeFile } from '${index}';
    readWholeFile(process.execPath);
    await acquireLock('${path}').catch((error) => console.log(error.code, error.kind, error.svnCode));
  `;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(register)}`,
    '--input-type=module',
    '-e',
    script,
  ];
  const { stdout } = await run(process.execPath, args);
  expect(stdout).toBe('LOCKS_UNAVAILABLE unsupported 200007\n');
  expect(existsSync(path)).toBe(false);
});
