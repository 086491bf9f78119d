import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHumanDate, formatShortDate, formatStoredDate, parseStoredDate } from '../src/stored-date.js';

const time = fc.integer({ min: -2_000_000_000_000_000, max: 8_000_000_000_000_000 });

describe('stored dates', () => {
  it('parse what was formatted', () => {
    fc.assert(fc.property(time, (value) => parseStoredDate(formatStoredDate(value)) === value));
  });

  it('are undefined for other text', () => {
    for (const text of [
      '',
      'yesterday',
      '2026-12-01',
      '2026-12-01T00:00:00Z',
      '2026-13-01T00:00:00.000000Z',
    ]) {
      expect(parseStoredDate(text)).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = parseStoredDate(text);
        return value === undefined || Number.isSafeInteger(value);
      }),
    );
  });

  it('have the human form of svn', () => {
    expect(formatHumanDate(parseStoredDate('2026-12-01T01:56:47.242421Z')!)).toBe(
      '2026-12-01 01:56:47 +0000 (Tue, 01 Dec 2026)',
    );
  });

  it('show the year from half a year on', () => {
    const now = parseStoredDate('2026-12-01T00:00:00.000000Z')!;
    const half = 182.5 * 86_400_000_000;
    expect(formatShortDate(now - half + 1_000_000, now)).toBe('Jun 01 12:00');
    expect(formatShortDate(now - half, now)).toBe('Jun 01  2026');
    expect(formatShortDate(now + half - 1_000_000, now)).toBe('Jun 01 11:59');
    expect(formatShortDate(now + half, now)).toBe('Jun 01  2027');
  });
});
