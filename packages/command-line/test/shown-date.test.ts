import { parseStoredDate } from '@revstore/bytes';
import { describe, expect, it } from 'vitest';
import { formatHumanDate, formatShortDate } from '../src/shown-date.js';

describe('shown dates', () => {
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
