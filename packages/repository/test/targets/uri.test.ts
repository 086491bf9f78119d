import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUriPath, encodeUriPath, pathUrl } from '../../src/targets/uri.js';

describe('paths in URLs', () => {
  it('keep what svn keeps', () => {
    expect(encodeUriPath("/a b/ü@x%#?[]~!$&'()*+,;=:")).toBe("/a%20b/%C3%BC@x%25%23%3F%5B%5D~!$&'()*+,%3B=:");
    expect(pathUrl('file:///r', '/')).toBe('file:///r');
    expect(pathUrl('file:///r', '/a b')).toBe('file:///r/a%20b');
  });

  it('come back, names that are not UTF-8 among them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        expect(decodeUriPath(encodeUriPath(path))).toBe(path);
        expect(decodeURIComponent(encodeUriPath(path))).toBe(path);
      }),
    );
    expect(encodeUriPath('/caf\udce9')).toBe('/caf%E9');
    expect(decodeUriPath('/caf%E9')).toBe('/caf\udce9');
  });

  it('may have percent signs that encode nothing', () => {
    expect(['%', '%zz', '100%', '%4', '%41%'].map(decodeUriPath)).toEqual(['%', '%zz', '100%', '%4', 'A%']);
  });
});
