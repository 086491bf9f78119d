import { openSync } from 'node:fs';
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

  it('of other sorts pass unchanged', () => {
    const error = new TypeError('misuse');
    expect(systemError(error, 'x')).toBe(error);
  });
});
