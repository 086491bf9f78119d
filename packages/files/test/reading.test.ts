import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@revstore/testkit';
import { expect, test } from 'vitest';
import { PositionalFile } from '../src/positional-file.js';
import { readWholeFile, readWholeFileIfExists } from '../src/whole-file.js';

test('a whole file is read, and failures are told in svn’s words', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'a'), 'abc');
  expect(readWholeFile(join(directory, 'a')).toString()).toBe('abc');
  expect(() => readWholeFile(join(directory, 'b'))).toThrow(
    expect.objectContaining({
      message: `Can't open file '${directory}/b': No such file or directory`,
      code: 'ENOENT',
      kind: 'not-found',
      svnCode: 2,
    }),
  );
  expect(() => readWholeFile(directory)).toThrow(
    expect.objectContaining({ message: `Can't read file '${directory}': Is a directory`, svnCode: 21 }),
  );
});

test('only absence counts as absence', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'a'), '');
  expect(readWholeFileIfExists(join(directory, 'a'))).toHaveLength(0);
  expect(readWholeFileIfExists(join(directory, 'b'))).toBeUndefined();
  expect(readWholeFileIfExists(join(directory, 'a/b'))).toBeUndefined();
  expect(() => readWholeFileIfExists(directory)).toThrow(expect.objectContaining({ code: 'EISDIR' }));
});

test('positional reads give exactly what was asked for', () => {
  const path = join(temporaryDirectory(), 'file');
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
  writeFileSync(path, bytes);
  using file = PositionalFile.open(path);
  expect(file.size).toBe(200_000);
  expect(file.read(0, 200_000).equals(bytes)).toBe(true);
  expect([...file.read(199_999, 1)]).toEqual([199_999 % 251]);
  expect(file.read(200_000, 0)).toHaveLength(0);
  const target = new Uint8Array(10);
  expect(file.readInto(target, 199_995)).toBe(5);
  expect(Buffer.from(target.subarray(0, 5)).equals(bytes.subarray(199_995))).toBe(true);
});

test.each([
  ['a short read', 90, 20, 10],
  ['a read behind the end', 500, 1, 0],
  ['a length that no memory could hold', 0, Number.MAX_SAFE_INTEGER, 100],
])('%s is the end of the file', (_name, position, length, actual) => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, Buffer.alloc(100));
  using file = PositionalFile.open(path);
  expect(() => file.read(position, length)).toThrow(
    expect.objectContaining({
      code: 'UNEXPECTED_END',
      kind: 'corrupt',
      message: `Can't read file '${path}': End of file found`,
      data: expect.objectContaining({ offset: position, expected: length, actual }) as unknown,
    }),
  );
});

test('a closed file cannot be read by accident', () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, 'x');
  const file = PositionalFile.open(path);
  file.close();
  file.close();
  expect(() => file.read(0, 1)).toThrow(TypeError);
});
