import { describe, expect, it } from 'vitest';
import { parsePackManifest, parseTrailer } from '../../src/addressing/physical-items.js';

describe('the last line of a revision', () => {
  it('names its root node and its changed paths', () => {
    expect(parseTrailer(Buffer.from('ENDREP\n\n17 107\n'))).toEqual({ root: 17, changes: 107 });
  });

  it.each([
    '',
    '\n',
    '17 107\n',
    '\n17 107',
    '\n17\n',
    '\n17 -1\n',
    '\n17 1e3\n',
    '\n17 107 \n',
    '\n17 9999999999999999\n',
  ])('may not be %j', (tail) => {
    expect(() => parseTrailer(Buffer.from(tail))).toThrow(/final line is malformed/);
  });
});

describe('the manifest of a pack', () => {
  it('names where each revision begins', () => {
    expect(parsePackManifest('0\n120\n950\n', 'manifest', 3)).toEqual([0, 120, 950]);
  });

  it.each([
    '',
    '0\n120\n',
    '0\n120\n950',
    '0\n120\n950\n951\n',
    '0\n120\n120\n',
    '0\n-1\n950\n',
    '0\n\n950\n',
    '0\n0x9\n950\n',
  ])('may not be %j', (text) => {
    expect(() => parsePackManifest(text, 'some/manifest', 3)).toThrow(/'some\/manifest'/);
  });
});
