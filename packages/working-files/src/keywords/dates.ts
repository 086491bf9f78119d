const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}

/** `2026-12-01 01:02:03Z`, in UTC. */
export function shortDate(date: Date): string {
  const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  return `${day} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}Z`;
}

/** `2026-12-01 01:02:03 +0000 (Tue, 01 Dec 2026)`, in the process's time zone and in English. */
export function humanDate(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const hours = Math.trunc(offset / 60);
  const zone = `${offset <= -60 ? '-' : '+'}${pad(Math.abs(hours))}${pad(Math.abs(offset) % 60)}`;
  const year = pad(date.getFullYear(), 4);
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  const words = `${DAYS[date.getDay()] ?? ''}, ${pad(date.getDate())} ${MONTHS[date.getMonth()] ?? ''} ${year}`;
  return `${year}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${time} ${zone} (${words})`;
}
