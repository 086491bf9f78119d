import { describe, expect, it } from 'vitest';
import { executableMode, isExecutable } from '../src/executable/index.js';
import { parseSpecialFile, serializeLink } from '../src/special-files/index.js';

describe('special files', () => {
  it('are links by their first line', () => {
    expect(Buffer.from(serializeLink(Buffer.from('../é')))).toEqual(Buffer.from('link ../é'));
    expect(parseSpecialFile(Buffer.from('link ../é'))).toEqual({ kind: 'link', target: Buffer.from('../é') });
    expect(parseSpecialFile(Buffer.from('link a\nb'))).toEqual({ kind: 'link', target: Buffer.from('a') });
    expect(parseSpecialFile(Buffer.from('link a\0b\nc'))).toEqual({ kind: 'link', target: Buffer.from('a') });
    expect(parseSpecialFile(Buffer.from('link '))).toEqual({ kind: 'link', target: Buffer.from('') });
    for (const text of ['link', 'linkx', 'LINK a', '', 'foo bar']) {
      expect(parseSpecialFile(Buffer.from(text))).toEqual({ kind: 'file' });
    }
  });

  it('must be UTF-8', () => {
    const refused = expect.objectContaining({ svnCode: 22 });
    expect(() => serializeLink(Buffer.from([0x61, 0xff]))).toThrow(refused);
    expect(() => parseSpecialFile(Buffer.from('link a\xff', 'latin1'))).toThrow(refused);
  });
});

describe('the executable bit', () => {
  it.each([
    [0o100, { uid: 1, gid: 2 }, true],
    [0o011, { uid: 1, gid: 2 }, false],
    [0o010, { uid: 9, gid: 2 }, true],
    [0o101, { uid: 9, gid: 2 }, false],
    [0o001, { uid: 9, gid: 9 }, true],
    [0o110, { uid: 9, gid: 9 }, false],
    [0o777, undefined, false],
  ])('%o for %o: %s', (mode, identity, expected) => {
    expect(isExecutable({ mode, uid: 1, gid: 2 }, identity)).toBe(expected);
  });

  it('follows the read bits', () => {
    expect(executableMode(0o100640)).toBe(0o100750);
    expect(executableMode(0o200)).toBe(0o200);
  });
});
