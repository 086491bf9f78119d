/** Dates of revisions as people read them, from microseconds since 1970. */

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
/** Half a year in seconds: farther away, `list` shows the year instead of the time. */
const HALF_YEAR = (365 * 86_400) / 2;

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** `2026-12-01 01:02:03 +0000 (Tue, 01 Dec 2026)`, in the local time zone. */
export function formatHumanDate(microseconds: number): string {
  const date = new Date(Math.floor(microseconds / 1000));
  const offset = -date.getTimezoneOffset();
  const hours = Math.trunc(offset / 60);
  const zone = `${hours < 0 ? '-' : '+'}${pad(Math.abs(hours), 2)}${pad(Math.abs(offset) % 60, 2)}`;
  const day = pad(date.getDate(), 2);
  return (
    `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${day} ` +
    `${pad(date.getHours(), 2)}:${pad(date.getMinutes(), 2)}:${pad(date.getSeconds(), 2)} ${zone} ` +
    `(${DAYS[date.getDay()]}, ${day} ${MONTHS[date.getMonth()]} ${date.getFullYear()})`
  );
}

/** `Dec 01 01:02`, or `Dec 01  2024` for what is half a year away from `now`; in the local time zone. */
export function formatShortDate(microseconds: number, now: number = Date.now() * 1000): string {
  const date = new Date(Math.floor(microseconds / 1000));
  const day = `${MONTHS[date.getMonth()]} ${pad(date.getDate(), 2)}`;
  const distance = Math.abs(Math.trunc((now - microseconds) / 1_000_000));
  return distance < HALF_YEAR
    ? `${day} ${pad(date.getHours(), 2)}:${pad(date.getMinutes(), 2)}`
    : `${day}  ${pad(date.getFullYear(), 4)}`;
}
