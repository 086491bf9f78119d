import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatStoredDate, parseStoredDate } from '../src/stored-date.js';

const time = fc.integer({ min: 0, max: 8_000_000_000_000_000 });

describe('stored dates', () => {
  it('parse what was formatted', () => {
    fc.assert(fc.property(time, (value) => parseStoredDate(formatStoredDate(value)) === value));
  });

  it('are as loose as those of Subversion', () => {
    for (const [text, meant] of [
      ['2020-01-01T25:00:00.000000Z', '2020-01-02T01:00:00.000000Z'],
      ['2020-02-30T00:00:00.000000Z', '2020-03-01T00:00:00.000000Z'],
      ['2020-1-1T0:0:0.5Z and more', '2020-01-01T00:00:00.000005Z'],
      ['9999-12-31T23:59:59.000000Z', '9999-12-31T23:59:59.000000Z'],
    ] as const)
      expect(formatStoredDate(parseStoredDate(text)!)).toBe(meant);
  });

  it('are undefined for other text', () => {
    for (const text of [
      '',
      'yesterday',
      '2026-12-01',
      '2026-12-01T00:00:00Z',
      '2026-13-01T00:00:00.000000Z',
      '1969-12-31T23:59:59.999999Z',
      '999999-01-01T00:00:00.000000Z',
    ])
      expect(parseStoredDate(text)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = parseStoredDate(text);
        return value === undefined || Number.isFinite(value);
      }),
    );
  });
});
