import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baseName,
  canonicalPath,
  comparePaths,
  joinPath,
  parentPath,
  relativeTo,
} from '../../src/fspath/index.js';
import { name, path } from '../arbitraries.js';

describe('paths inside a repository', () => {
  it('are made canonical', () => {
    expect(canonicalPath('')).toBe('/');
    expect(canonicalPath('a//b/./c/')).toBe('/a/b/c');
    expect(() => canonicalPath('/a/../b')).toThrow("'..'");
    expect(() => canonicalPath('/a\0')).toThrow('NUL');
  });
  it('split and join', () => {
    fc.assert(
      fc.property(path, name, (directory, last) => {
        const joined = joinPath(directory, last);
        expect([parentPath(joined), baseName(joined)]).toEqual([directory, last]);
        expect(relativeTo(directory, joined)).toBe(last);
        expect(relativeTo(joined, directory)).toBeUndefined();
      }),
    );
  });
  it('sort a directory right before what is below it', () => {
    expect(['/a-b', '/a/x', '/a', '/', '/a.b', '/ä', '/a/x/y'].sort(comparePaths)).toEqual([
      '/',
      '/a',
      '/a/x',
      '/a/x/y',
      '/a-b',
      '/a.b',
      '/ä',
    ]);
    // U+1F400 and U+1F480 share their first surrogate.
    expect(['/\u{1f480}', '/\u{1f400}'].sort(comparePaths)).toEqual(['/\u{1f400}', '/\u{1f480}']);
  });
});
