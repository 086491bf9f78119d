/** The dates of `{DATE}`: ISO 8601 extended and basic, svn log's own form, a time of today, `N days ago`. */

const FRACTION = '(?:[.,](?<fraction>\\d{1,6}))?';
const TIME = `(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})${FRACTION})?`;
const BASIC_TIME = `(?<hour>\\d{2})(?<minute>\\d{2})(?:(?<second>\\d{2})${FRACTION})?`;
const DAY = '(?<year>\\d{4})-(?<month>\\d{1,2})-(?<day>\\d{1,2})';
const BASIC_DAY = '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})';
const SIGN = '(?<sign>[-+])(?<offsetHours>\\d{2})';

const FORMS = [
  DAY,
  `${DAY}T${TIME}(?<utc>Z)?`,
  `${DAY}T${TIME}${SIGN}(?::(?<offsetMinutes>\\d{2}))?`,
  BASIC_DAY,
  `${BASIC_DAY}T${BASIC_TIME}(?<utc>Z)?`,
  `${BASIC_DAY}T${BASIC_TIME}${SIGN}(?<offsetMinutes>\\d{2})?`,
  `${DAY} ${TIME}(?: ${SIGN}(?<offsetMinutes>\\d{2})?)?`,
  `${DAY}T${TIME}${SIGN}(?<offsetMinutes>\\d{2})?`,
  TIME,
].map((form) => new RegExp(`^${form}$`));

const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Unit to seconds; months and years have a fixed length. */
const UNITS: readonly (readonly [string, number])[] = [
  ['years', 365 * 86_400],
  ['months', 30 * 86_400],
  ['weeks', 7 * 86_400],
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
  ['mins', 60],
];

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function parseAgo(text: string, now: number): number | undefined {
  const [count, unit, ago, ...rest] = text.split(' ').filter((word) => word !== '');
  if (count === undefined || unit === undefined || ago !== 'ago' || rest.length > 0) return undefined;
  const word = NUMBER_WORDS.indexOf(count);
  const number = word >= 0 ? word : /^\+?\d+$/.test(count) ? Number(count) : -1;
  if (number < 0 || number > 0x7fffffff) return undefined;
  const seconds = UNITS.find(([name]) => unit === name || unit.startsWith(name.slice(0, -1)))?.[1];
  if (seconds === undefined) return undefined;
  const time = now - number * seconds * 1_000_000;
  return time < 0 ? undefined : time;
}

/**
 * Reads the text between the braces of `{DATE}`. Without a zone it is local time.
 *
 * @param now microseconds since 1970.
 * @returns microseconds since 1970, or undefined for what is no date.
 */
export function parseDateArgument(text: string, now: number = Date.now() * 1000): number | undefined {
  let groups: Record<string, string | undefined> | undefined;
  for (const form of FORMS) {
    groups = form.exec(text)?.groups;
    if (groups !== undefined) break;
  }
  if (groups === undefined) return parseAgo(text, now);
  const number = (name: string): number => Number(groups[name] ?? 0);
  const today = new Date(now / 1000);
  const dated = groups['year'] !== undefined;
  const year = dated ? number('year') : today.getFullYear();
  const month = dated ? number('month') : today.getMonth() + 1;
  const day = dated ? number('day') : today.getDate();
  const [hour, minute, second] = [number('hour'), number('minute'), number('second')];
  const lastDay =
    month === 2 && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) ? 28 : MONTH_DAYS[month - 1];
  if (lastDay === undefined || day < 1 || day > lastDay || hour > 23 || minute > 59 || second > 60)
    return undefined;
  const micro = Number((groups['fraction'] ?? '').padEnd(6, '0'));
  const sign = groups['sign'];
  if (sign !== undefined || groups['utc'] !== undefined) {
    if (number('offsetHours') > 23 || number('offsetMinutes') > 59) return undefined;
    const offset = (number('offsetHours') * 60 + number('offsetMinutes')) * (sign === '-' ? -1 : 1);
    const date = new Date(0);
    date.setUTCFullYear(year, month - 1, day);
    date.setUTCHours(hour, minute - offset, second, 0);
    return date.getTime() * 1000 + micro;
  }
  const date = new Date(0);
  date.setFullYear(year, month - 1, day);
  date.setHours(hour, minute, second, 0);
  return date.getTime() * 1000 + micro;
}
