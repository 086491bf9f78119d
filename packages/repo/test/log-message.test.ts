import { describe, expect, it } from 'vitest';
import { checkLogMessage, logMessage } from '../src/log-message.js';
import { createRepoState, type RepoState } from '../src/repo-state.js';

function message(given: Partial<RepoState>): string {
  return logMessage({ ...createRepoState(), ...given });
}

function file(contents: string | Uint8Array): Partial<RepoState> {
  return { messageFile: { name: 'f', contents: Buffer.from(contents) } };
}

describe('log messages', () => {
  it('are stored with LF', () => {
    expect(message({ message: 'a\nb' })).toBe('a\nb');
    expect(message(file('a\r\nb\r\n'))).toBe('a\nb\n');
    expect(message(file('a\rb'))).toBe('a\nb');
    expect(message({ message: '' })).toBe('');
  });

  it('end at the mark of an editor’s template', () => {
    const mark = '--This line, and those below, will be ignored--';
    expect(message({ message: `a\n${mark}\nb` })).toBe('a\n');
    expect(message({ message: `${mark}\nb` })).toBe('');
    expect(message({ message: `a ${mark}` })).toBe(`a ${mark}`);
  });

  it('are converted to UTF-8', () => {
    expect(message({ ...file(Uint8Array.of(0x61, 0xe9)), encoding: 'latin1' })).toBe('aé');
    expect(message({ message: 'e', encoding: 'no-such-encoding' })).toBe('e');
  });

  it.each([
    [file('a\r\nb\n'), 135000],
    [file('a\0b'), 205008],
    [file(Uint8Array.of(0x61, 0xff, 0x62)), 22],
    [{}, 205001],
  ])('are refused as by svn (%#)', (given, svnCode) => {
    expect(() => message(given)).toThrowError(expect.objectContaining({ svnCode }) as Error);
  });

  it('may be longer than any path, but are no path of a file', () => {
    const check = (text: string) => () => checkLogMessage({ ...createRepoState(), message: text });
    for (const length of [1, 300, 5000]) expect(check('x'.repeat(length))).not.toThrow();
    expect(check('.')).toThrowError(expect.objectContaining({ svnCode: 205005 }) as Error);
  });
});
