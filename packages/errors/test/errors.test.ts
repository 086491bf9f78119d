import { mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defineErrorCodes, isSystemError, RevstoreError, systemError } from '@revstore/errors';

const codes = defineErrorCodes({ SOMETHING_LOST: ['not-found', 160013] });

describe('errors', () => {
  it('carry code, kind, number, data and cause', () => {
    const cause = new Error('below');
    const error = new RevstoreError(codes.SOMETHING_LOST, 'It is lost', { data: { path: '/a' }, cause });
    expect(error).toMatchObject({
      name: 'RevstoreError',
      code: 'SOMETHING_LOST',
      kind: 'not-found',
      svnCode: 160013,
      data: { path: '/a' },
      cause,
      message: 'It is lost',
    });
    expect('cause' in new RevstoreError(codes.SOMETHING_LOST, '')).toBe(false);
  });

  it('speak of failed system calls as Subversion does', () => {
    let failure: unknown;
    try {
      openSync('/nonexistent/file', 'r');
    } catch (error) {
      failure = error;
    }
    expect(isSystemError(failure)).toBe(true);
    expect(
      systemError(failure, "Can't open file '/nonexistent/file'", { path: '/nonexistent/file' }),
    ).toMatchObject({
      code: 'ENOENT',
      kind: 'not-found',
      svnCode: 2,
      message: "Can't open file '/nonexistent/file': No such file or directory",
      data: { path: '/nonexistent/file' },
    });
  });

  it('of the system have the words and the number of the C library', () => {
    const directory = mkdtempSync(join(tmpdir(), 'revstore-errors-'));
    const file = join(directory, 'file');
    const link = join(directory, 'link');
    writeFileSync(file, '');
    symlinkSync('link', link);
    try {
      for (const [act, code, kind, text] of [
        [() => mkdirSync(directory), 'EEXIST', 'already-exists', 'File exists'],
        [() => openSync(join(file, 'x'), 'r'), 'ENOTDIR', 'io', 'Not a directory'],
        [() => openSync(directory, 'w'), 'EISDIR', 'io', 'Is a directory'],
        [() => rmdirSync(directory), 'ENOTEMPTY', 'already-exists', 'Directory not empty'],
        [() => openSync(link, 'r'), 'ELOOP', 'io', 'Too many levels of symbolic links'],
        [() => openSync(join(directory, 'n'.repeat(300)), 'w'), 'ENAMETOOLONG', 'io', 'File name too long'],
      ] as const) {
        let failure: unknown;
        try {
          act();
        } catch (error) {
          failure = systemError(error, 'It failed');
        }
        expect(failure).toBeInstanceOf(RevstoreError);
        expect(failure).toMatchObject({
          code,
          kind,
          svnCode: constants.errno[code],
          message: `It failed: ${text}`,
        });
        expect(failure).not.toHaveProperty('cause');
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it('of the system that are rare have words too', () => {
    const rare = Object.assign(new Error('x'), { code: 'EPROTO', errno: -constants.errno.EPROTO });
    expect(systemError(rare, 'It failed')).toMatchObject({
      message: 'It failed: protocol error',
      kind: 'io',
    });
    const unknown = Object.assign(new Error('x'), { code: 'ENEW', errno: -99999 });
    expect(systemError(unknown, 'It failed')).toMatchObject({ message: 'It failed: ENEW', svnCode: 99999 });
  });

  it('of other sorts pass unchanged', () => {
    const error = new TypeError('misuse');
    expect(systemError(error, 'x')).toBe(error);
  });
});
