import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RevstoreError } from '@revstore/errors';
import {
  isExpired,
  lockDigest,
  parseLockFile,
  serializeLockFile,
  type LockFile,
} from '../../src/path-locks/index.js';
import { path } from '../arbitraries.js';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const date = fc
  .date({ min: new Date(1), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((value) => value.toISOString().replace('Z', '000Z'));

const lockFile: fc.Arbitrary<LockFile> = fc.record(
  {
    children: fc.uniqueArray(path.map(lockDigest), { maxLength: 4 }),
    lock: fc.record(
      {
        path,
        token: text.map((word) => `opaquelocktoken:${word}`),
        owner: text,
        comment: text,
        isDavComment: fc.boolean(),
        creationDate: date,
        expirationDate: date,
      },
      { requiredKeys: ['path', 'token', 'owner', 'isDavComment', 'creationDate'] },
    ),
  },
  { requiredKeys: ['children'] },
);

describe('lock files', () => {
  it('say the same when they are read again', () => {
    fc.assert(
      fc.property(lockFile, (file) => {
        expect(parseLockFile(serializeLockFile(file), 'f')).toEqual(file);
      }),
    );
  });

  it('of any bytes are read or refused', () => {
    const whole = serializeLockFile({
      children: [lockDigest('/a')],
      lock: { path: '/é', token: 't', owner: 'o', isDavComment: false, creationDate: 'd' },
    });
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
        const bytes = Uint8Array.from(whole);
        bytes[at] = byte;
        try {
          parseLockFile(cut ? bytes.subarray(0, at) : bytes, 'f');
        } catch (error) {
          expect(error).toBeInstanceOf(RevstoreError);
          expect(error).toMatchObject({ svnCode: 160004 });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('expire a moment after their date, and never by a date that is none', () => {
    const lock = { path: '/', token: '', owner: '', isDavComment: false, creationDate: '' };
    const expirationDate = '2026-01-01T00:00:00.000000Z';
    const end = Date.parse('2026-01-01T00:00:00Z');
    expect(isExpired({ ...lock, expirationDate }, end)).toBe(false);
    expect(isExpired({ ...lock, expirationDate }, end + 1)).toBe(true);
    for (const never of ['', 'soon', '1970-01-01T00:00:00.000000Z'])
      expect(isExpired({ ...lock, expirationDate: never }, end), never).toBe(false);
    expect(isExpired(lock, end)).toBe(false);
  });
});
