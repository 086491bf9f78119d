import { spawnSync } from 'node:child_process';
import { formatStoredDate } from '@revstore/bytes';
import { svnMissing } from '@revstore/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateArgument } from '../src/date-argument.js';

const now = Date.UTC(2026, 11, 1, 12, 30) * 1000;

function iso(text: string): string | undefined {
  const date = parseDateArgument(text, now);
  return date === undefined ? undefined : formatStoredDate(date);
}

const accepted: readonly (readonly [string, string])[] = [
  ['2006-02-17', '2006-02-17T00:00:00.000000Z'],
  ['2006-2-7', '2006-02-07T00:00:00.000000Z'],
  ['15:30', '2026-12-01T15:30:00.000000Z'],
  ['5:30:20.5', '2026-12-01T05:30:20.500000Z'],
  ['2006-02-17 15:30', '2006-02-17T15:30:00.000000Z'],
  ['2006-02-17 15:30 +0230', '2006-02-17T13:00:00.000000Z'],
  ['2006-02-17 15:30:01.123456 -02', '2006-02-17T17:30:01.123456Z'],
  ['2006-02-17T15:30', '2006-02-17T15:30:00.000000Z'],
  ['2006-02-17T15:30Z', '2006-02-17T15:30:00.000000Z'],
  ['2006-02-17T15:30-04:00', '2006-02-17T19:30:00.000000Z'],
  ['2006-02-17T15:30:00,25+0400', '2006-02-17T11:30:00.250000Z'],
  ['20060217', '2006-02-17T00:00:00.000000Z'],
  ['20060217T1530', '2006-02-17T15:30:00.000000Z'],
  ['20060217T1530Z', '2006-02-17T15:30:00.000000Z'],
  ['20060217T1530-0500', '2006-02-17T20:30:00.000000Z'],
  ['2004-02-29', '2004-02-29T00:00:00.000000Z'],
  ['3 days ago', '2026-11-28T12:30:00.000000Z'],
  ['two  hours ago', '2026-12-01T10:30:00.000000Z'],
  ['1 year ago', '2025-12-01T12:30:00.000000Z'],
  ['12 mins ago', '2026-12-01T12:18:00.000000Z'],
];

const refused = [
  '',
  ' ',
  'x',
  '2006-02-30',
  '2006-13-01',
  '1900-02-29',
  '2006-02-17T',
  '2006-02-17T15',
  '24:00',
  '12:60',
  '200602',
  '2006-02-17 15:30+',
  '3 days',
  'thirteen days ago',
  '-1 days ago',
  'ago',
  '20060217T153',
  '2006-02-17T15:30+24:00',
];

describe('date arguments', () => {
  it.each(accepted)('%s', (text, expected) => expect(iso(text)).toBe(expected));
  it.each(refused)('refuses %j', (text) => expect(iso(text)).toBeUndefined());

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => parseDateArgument(text, now) === undefined || true));
  });

  it.skipIf(svnMissing())('accepts what svn accepts', () => {
    for (const text of [...accepted.map(([form]) => form), ...refused]) {
      const { stderr } = spawnSync('svn', ['log', '-r', `{${text}}`, 'file:///no/such/repository']);
      expect([text, !stderr.includes('Syntax error')]).toEqual([text, iso(text) !== undefined]);
    }
  });
});
