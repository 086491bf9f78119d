import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { run, temporaryDirectory } from '@revstore/testkit';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { AppendFile } from '../src/append-file.js';
import { setFileSystemObserver, type FileSystemCall } from '../src/observer.js';
import { moveIntoPlace, renameDurably, replaceFile, writeNewFile } from '../src/replace-file.js';

const distribution = new URL('../dist/', import.meta.url).href;
const root = process.getuid?.() === 0;

afterEach(() => {
  setFileSystemObserver(undefined);
});

function recordedCalls(action: () => void): FileSystemCall[] {
  const calls: FileSystemCall[] = [];
  setFileSystemObserver((call) => calls.push(call));
  action();
  setFileSystemObserver(undefined);
  return calls;
}

test('a file is replaced by writing, flushing, renaming and flushing the directory, in this order', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'current');
  writeFileSync(path, 'old');
  chmodSync(path, 0o640);
  const calls = recordedCalls(() => replaceFile(path, Buffer.from('new'), { modeFrom: path }));
  expect(calls.map(({ kind }) => kind)).toEqual(['create', 'write', 'flush', 'chmod', 'rename', 'flush']);
  expect(calls.at(-2)?.to).toBe(path);
  expect(calls.at(-1)?.path).toBe(directory);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(directory)).toEqual(['current']);

  const relaxed = recordedCalls(() => replaceFile(path, Buffer.from('newer'), { flush: 'none' }));
  expect(relaxed.map(({ kind }) => kind)).toEqual(['create', 'write', 'rename']);
});

test('a failure at any call leaves the old or the new file and nothing beside it', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'current');
  writeFileSync(path, 'old');
  for (let at = 0; at < 6; at++) {
    let index = 0;
    setFileSystemObserver(() => {
      if (index++ === at) throw Object.assign(new Error('EIO'), { code: 'EIO', errno: -5, syscall: 'any' });
    });
    writeFileSync(path, 'old');
    chmodSync(path, 0o604);
    expect(() => replaceFile(path, Buffer.from('new'), { modeFrom: path })).toThrow(
      expect.objectContaining({
        svnCode: 5,
        message: expect.stringContaining(`Can't write '${path}' atomically`) as string,
      }),
    );
    setFileSystemObserver(undefined);
    expect(readFileSync(path, 'utf8')).toBe(at < 5 ? 'old' : 'new');
    expect(readdirSync(directory)).toEqual(['current']);
  }
});

test('a process killed at any call leaves the old or the whole new file', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'current');
  const script = `
    import { replaceFile } from '${distribution}index.js';
    import { setFileSystemObserver } from '${distribution}observer.js';
    let left = Number(process.argv[2]);
    setFileSystemObserver(() => { if (left-- === 0) process.kill(process.pid, 'SIGKILL'); });
    replaceFile(process.argv[1], Buffer.from('new'), { modeFrom: process.argv[1] });
  `;
  for (let at = 0; at <= 6; at++) {
    writeFileSync(path, 'old');
    chmodSync(path, 0o604);
    const args = ['--input-type=module', '-e', script, path, `${at}`];
    const { signal } = await run(process.execPath, args, { expectCode: 'any' });
    expect(signal).toBe(at < 6 ? 'SIGKILL' : null);
    expect(readFileSync(path, 'utf8')).toBe(at < 5 ? 'old' : 'new');
  }
});

test('a new file is never written over another', () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, 'old');
  expect(() => writeNewFile(path, Buffer.from('new'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(readFileSync(path, 'utf8')).toBe('old');
});

test('a finished file gets the mode of its reference and its name', () => {
  const directory = temporaryDirectory();
  const [from, to, reference] = ['proto', 'rev', 'reference'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(from, 'content');
  writeFileSync(reference, '');
  chmodSync(reference, 0o2444);
  const calls = recordedCalls(() => moveIntoPlace(from, to, { modeFrom: reference }));
  expect(calls.map(({ kind }) => kind)).toEqual(['chmod', 'rename', 'flush']);
  expect(statSync(to).mode & 0o7777).toBe(0o2444);
  expect(existsSync(from)).toBe(false);
  expect(() => renameDurably(from, to)).toThrow(`Can't move '${from}' to '${to}': No such file or directory`);
});

describe.skipIf(!root)('on a tiny file system', () => {
  function tinyFileSystem(): string {
    const path = join(temporaryDirectory(), 'tiny');
    mkdirSync(path);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]);
    if (mounted.status !== 0) throw new Error(mounted.stderr.toString());
    onTestFinished(() => {
      spawnSync('umount', ['-l', path]);
    });
    return path;
  }

  test('a full disk is E000028 and leaves nothing', () => {
    const directory = tinyFileSystem();
    const path = join(directory, 'current');
    writeFileSync(path, 'old');
    expect(() => replaceFile(path, Buffer.alloc(2_000_000), { modeFrom: path })).toThrow(
      expect.objectContaining({
        svnCode: 28,
        message: `Can't write '${path}' atomically`,
        cause: expect.objectContaining({
          message: expect.stringMatching(/^Can't write to file '.*': No space left on device$/) as string,
        }) as Error,
      }),
    );
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(directory)).toEqual(['current']);
  });

  test('an appended file rolls back, and what fits can be written then', () => {
    const directory = tinyFileSystem();
    const file = AppendFile.create(join(directory, 'proto'));
    file.write(Buffer.from('head'));
    const mark = file.position;
    expect(() => file.write(Buffer.alloc(3_000_000))).toThrow(expect.objectContaining({ svnCode: 28 }));
    file.truncateTo(mark);
    file.write(Buffer.from('tail'));
    file.flush();
    file.close();
    expect(readFileSync(join(directory, 'proto'), 'utf8')).toBe('headtail');
  });

  test('a file moves across file systems with its content and mode', () => {
    const from = join(temporaryDirectory(), 'proto');
    writeFileSync(from, 'content');
    chmodSync(from, 0o640);
    const directory = tinyFileSystem();
    moveIntoPlace(from, join(directory, 'rev'));
    expect(readFileSync(join(directory, 'rev'), 'utf8')).toBe('content');
    expect(statSync(join(directory, 'rev')).mode & 0o7777).toBe(0o640);
    expect(existsSync(from)).toBe(false);
    expect(readdirSync(directory)).toEqual(['rev']);
  });
});
