import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@revstore/testkit';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { AppendFile } from '../src/append-file.js';
import { setFileSystemObserver } from '../src/observer.js';

afterEach(() => {
  setFileSystemObserver(undefined);
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant('write'),
    size: fc.oneof(fc.nat(300), fc.integer({ min: 900_000, max: 1_200_000 })),
  }),
  fc.record({ kind: fc.constant('truncate'), size: fc.nat(1_000_000) }),
  fc.record({ kind: fc.constant('read'), size: fc.nat(1_000_000) }),
  fc.record({ kind: fc.constantFrom('out', 'flush'), size: fc.constant(0) }),
);

test('any sequence of writes, marks and reads behaves as one array of bytes', () => {
  const directory = temporaryDirectory();
  let run = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const path = join(directory, `${run++}`);
      const file = AppendFile.create(path);
      let model = Buffer.alloc(0);
      for (const [index, { kind, size }] of steps.entries()) {
        if (kind === 'write') {
          const bytes = Buffer.alloc(size, index + 1);
          file.write(bytes);
          model = Buffer.concat([model, bytes]);
          bytes.fill(0);
        } else if (kind === 'truncate') {
          model = model.subarray(0, model.length === 0 ? 0 : size % (model.length + 1));
          file.truncateTo(model.length);
        } else if (kind === 'read') {
          const from = model.length === 0 ? 0 : size % model.length;
          expect(file.readBack(from, model.length - from).equals(model.subarray(from))).toBe(true);
        } else if (kind === 'out') file.writeOut();
        else file.flush();
        expect(file.position).toBe(model.length);
      }
      file.close();
      expect(readFileSync(path).equals(model)).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('an existing file is gone on with at its end', () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, 'abc');
  const file = AppendFile.open(path);
  expect(file.position).toBe(3);
  file.write(Buffer.from('def'));
  expect(file.readBack(1, 4).toString()).toBe('bcde');
  file.close();
  expect(readFileSync(path, 'utf8')).toBe('abcdef');
});

test('a file that must be new is refused where it exists, and emptied where it may', () => {
  const path = join(temporaryDirectory(), 'file');
  writeFileSync(path, 'abc');
  expect(() => AppendFile.create(path)).toThrow(
    expect.objectContaining({ code: 'EEXIST', message: `Can't open file '${path}': File exists` }),
  );
  AppendFile.create(path, { mustBeNew: false }).close();
  expect(readFileSync(path)).toHaveLength(0);
});

test('small writes reach the system in blocks', async () => {
  const file = AppendFile.create(join(temporaryDirectory(), 'file'));
  const sizes: (number | undefined)[] = [];
  setFileSystemObserver(({ kind, size }) => {
    if (kind === 'write') sizes.push(size);
  });
  for (let i = 0; i < 3000; i++) file.write(Buffer.alloc(1000));
  await file.flushAsync();
  file.close();
  expect(sizes).toEqual([1_048_000, 1_048_000, 904_000]);
});

test('after a failed write the file can be rolled back to its mark', () => {
  const path = join(temporaryDirectory(), 'file');
  const file = AppendFile.create(path);
  file.write(Buffer.from('kept'));
  file.writeOut();
  const mark = file.position;
  // What a full disk leaves: a part of the block is there.
  setFileSystemObserver(({ kind }) => {
    if (kind !== 'write') return;
    writeFileSync(path, 'kept and a part');
    throw Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 });
  });
  file.write(Buffer.from(' and more'));
  expect(() => file.writeOut()).toThrow(
    expect.objectContaining({
      svnCode: 28,
      message: `Can't write to file '${path}': No space left on device`,
    }),
  );
  setFileSystemObserver(undefined);
  file.truncateTo(mark);
  file.write(Buffer.from('!'));
  file.close();
  expect(readFileSync(path, 'utf8')).toBe('kept!');
});

test('misuse is a TypeError, reading behind the content is not', () => {
  const file = AppendFile.create(join(temporaryDirectory(), 'file'));
  file.write(Buffer.from('abc'));
  expect(() => file.truncateTo(4)).toThrow(TypeError);
  expect(() => file.readBack(1, 3)).toThrow(expect.objectContaining({ code: 'UNEXPECTED_END' }));
  file.discard();
  expect(() => file.write(Buffer.from('x'))).toThrow(TypeError);
});

test('discarding leaves out what was not written', () => {
  const path = join(temporaryDirectory(), 'file');
  const file = AppendFile.create(path);
  file.write(Buffer.from('abc'));
  file.discard();
  expect(readFileSync(path)).toHaveLength(0);
});
