import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compareTrees } from '../src/trees/compare-trees.js';
import { sampleTrees } from '../src/trees/sample-trees.js';
import { writeTree } from '../src/trees/tree.js';
import { temporaryDirectory } from '../src/temporary-directory.js';

it.each(Object.keys(sampleTrees))('a copy of %s is equal', (name) => {
  const directory = temporaryDirectory();
  const [left, right] = [join(directory, 'left'), join(directory, 'right')];
  writeTree(left, sampleTrees[name]!());
  writeTree(right, sampleTrees[name]!());
  expect(compareTrees(left, right)).toEqual([]);
});

it('names each difference', () => {
  const directory = temporaryDirectory();
  const [left, right] = [join(directory, 'left'), join(directory, 'right')];
  writeTree(left, [
    { file: 'bytes', contents: 'abc' },
    { file: 'mode', contents: '' },
    { file: 'size', contents: '' },
    { file: 'time', contents: '' },
    { file: 'gone', contents: '' },
    { file: 'kind', contents: '' },
    { link: 'link', target: 'a' },
  ]);
  cpSync(left, right, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  for (const root of [left, right])
    for (const name of ['bytes', 'mode', 'size', 'gone']) utimesSync(join(root, name), 1, 1);
  writeFileSync(join(right, 'bytes'), 'abd');
  utimesSync(join(right, 'bytes'), 1, 1);
  chmodSync(join(right, 'mode'), 0o755);
  appendFileSync(join(right, 'size'), 'x');
  utimesSync(join(right, 'size'), 1, 1);
  utimesSync(join(left, 'time'), 10, 10.5);
  utimesSync(join(right, 'time'), 10, 10.25);
  rmSync(join(right, 'gone'));
  rmSync(join(right, 'kind'));
  mkdirSync(join(right, 'kind'));
  rmSync(join(right, 'link'));
  symlinkSync('b', join(right, 'link'));
  writeFileSync(join(right, 'new'), '');
  expect(compareTrees(left, right, { mtimes: true })).toEqual([
    'bytes: contents differ at byte 2',
    'gone: only in the first',
    'kind: file and directory',
    'link: links to a and b',
    'mode: executable false and true',
    'new: only in the second',
    'size: 0 and 1 bytes',
    'time: modified 10500000 and 10250000 µs',
  ]);
  expect(compareTrees(left, right, { ignore: () => true })).toEqual([]);
});

it('finds a difference in a name that is not UTF-8', () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'a'));
  mkdirSync(join(directory, 'b'));
  writeFileSync(Buffer.concat([Buffer.from(`${directory}/a/`), Buffer.from([0xff])]), '');
  writeFileSync(Buffer.concat([Buffer.from(`${directory}/b/`), Buffer.from([0xfe])]), '');
  expect(compareTrees(join(directory, 'a'), join(directory, 'b'))).toHaveLength(2);
});
