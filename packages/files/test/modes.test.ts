import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { run, temporaryDirectory } from '@revstore/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDirectoryDurably, readDirectory, removeIfExists, removeTree } from '../src/directories.js';
import { copyModeAndGroup, setGroupIdBit, setMode } from '../src/modes.js';
import { replaceFile, writeNewFile } from '../src/replace-file.js';
import { isTemporaryName, temporaryName } from '../src/temporary-names.js';

const root = process.getuid?.() === 0;
const distribution = new URL('../dist/', import.meta.url).href;
const mode = (path: string) => statSync(path).mode & 0o7777;

let umask: number;
beforeEach(() => {
  umask = process.umask(0o077);
});
afterEach(() => {
  process.umask(umask);
});

test('a replaced file keeps its mode and a new one takes its reference’s, whatever the umask', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'current');
  writeFileSync(path, '');
  chmodSync(path, 0o664);
  replaceFile(path, Buffer.from('1\n'), { modeFrom: path });
  expect(mode(path)).toBe(0o664);
  replaceFile(join(directory, 'new'), Buffer.alloc(0), { modeFrom: path });
  expect(mode(join(directory, 'new'))).toBe(0o664);
  writeNewFile(join(directory, 'exact'), Buffer.alloc(0), { mode: 0o444 });
  expect(mode(join(directory, 'exact'))).toBe(0o444);
  replaceFile(join(directory, 'plain'), Buffer.alloc(0));
  expect(mode(join(directory, 'plain'))).toBe(0o600);
});

test('a directory takes the bits of its reference, set-gid included', () => {
  const directory = temporaryDirectory();
  const shard = join(directory, '0');
  mkdirSync(shard);
  chmodSync(shard, 0o2775);
  expect(makeDirectoryDurably(join(directory, '1'), { modeFrom: shard })).toBe(true);
  expect(mode(join(directory, '1'))).toBe(0o2775);
  expect(makeDirectoryDurably(join(directory, '2'), { setGroupId: true })).toBe(true);
  expect(mode(join(directory, '2'))).toBe(0o2700);
  expect(makeDirectoryDurably(join(directory, '2'), { mayExist: true })).toBe(false);
  expect(() => makeDirectoryDurably(join(directory, '2'))).toThrow(
    `Can't create directory '${directory}/2': File exists`,
  );
  setGroupIdBit(join(directory, 'absent'));
});

test('a symbolic link is left alone', () => {
  const directory = temporaryDirectory();
  const [reference, target, link] = ['reference', 'target', 'link'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(reference, '');
  setMode(reference, 0o666);
  writeFileSync(target, '');
  symlinkSync(target, link);
  copyModeAndGroup(reference, link);
  expect(mode(target)).toBe(0o600);
});

test.skipIf(!root)('the reference’s group comes with the mode, and its set-id bits survive it', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'reference');
  writeFileSync(path, '');
  chownSync(path, 0, 12345);
  chmodSync(path, 0o2664);
  replaceFile(join(directory, 'new'), Buffer.alloc(0), { modeFrom: path });
  expect(statSync(join(directory, 'new')).gid).toBe(12345);
  expect(mode(join(directory, 'new'))).toBe(0o2664);
});

test.skipIf(!root)(
  'a group that may not be given is no error, a mode that may not be set is one',
  async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o777);
    writeFileSync(join(directory, 'reference'), '');
    chownSync(join(directory, 'reference'), 0, 12345);
    chmodSync(join(directory, 'reference'), 0o644);
    const script = `
    import { replaceFile, setMode } from '${distribution}index.js';
    process.setgroups([]);
    process.setgid(65534);
    process.setuid(65534);
    process.umask(0o077);
    const at = process.argv[1];
    replaceFile(at + '/new', Buffer.from('x'), { modeFrom: at + '/reference' });
    try {
      setMode(at + '/reference', 0o600);
    } catch (error) {
      console.log(error.message.replace(at, '') + ' ' + error.svnCode);
    }
  `;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, directory]);
    expect(stdout).toBe("Can't set permissions on '/reference': Operation not permitted 1\n");
    const made = statSync(join(directory, 'new'));
    expect([made.uid, made.gid, made.mode & 0o7777]).toEqual([65534, 65534, 0o644]);
  },
);

test('a tree is removed without following links', () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'tree/deep/er'), { recursive: true });
  writeFileSync(join(directory, 'kept'), 'kept');
  symlinkSync('../../kept', join(directory, 'tree/deep/link'));
  symlinkSync('..', join(directory, 'tree/up'));
  removeTree(join(directory, 'tree'));
  removeTree(join(directory, 'tree'));
  expect(readdirSync(directory)).toEqual(['kept']);
  expect(readFileSync(join(directory, 'kept'), 'utf8')).toBe('kept');
  expect(removeIfExists(join(directory, 'kept'))).toBe(true);
  expect(removeIfExists(join(directory, 'kept'))).toBe(false);
  expect(readDirectory(directory)).toEqual([]);
  expect(() => readDirectory(join(directory, 'x'))).toThrow(
    `Can't open directory '${directory}/x': No such file or directory`,
  );
});

test('temporary names are told from all others', () => {
  for (let i = 0; i < 200; i++) expect(isTemporaryName(temporaryName())).toBe(true);
  for (const name of ['svn-a1B2c3', 'current', 'svn-', '0', 'svn-0123456789abcdefghij.tmp']) {
    expect(isTemporaryName(name)).toBe(false);
  }
});
