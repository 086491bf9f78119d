const stored = /^(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)\.(\d+)Z/;

/**
 * Reads a date as `svn:date` and lock files have it, e.g. `2026-12-01T01:02:03.000004Z`, and as loosely as Subversion:
 * days and hours may run over, digits after the point count microseconds, and what follows the `Z` is not looked at.
 *
 * @returns microseconds since 1970, exact up to the year 2255; `undefined` for anything else and for earlier times.
 * @see libsvn_subr/time.c#svn_time_from_cstring
 */
export function parseStoredDate(text: string): number | undefined {
  const match = stored.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second, micro] = match.slice(1).map(Number);
  if (year < 1970 || month < 1 || month > 12) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, 0);
  const time = date.getTime() * 1000 + micro;
  return Number.isNaN(new Date(time / 1000).getTime()) ? undefined : time;
}

/** The form of `svn:date`, in UTC. @param microseconds since 1970. */
export function formatStoredDate(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1000);
  const date = new Date(milliseconds);
  const micro = microseconds - Math.floor(microseconds / 1_000_000) * 1_000_000;
  return (
    `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}T` +
    `${pad(date.getUTCHours(), 2)}:${pad(date.getUTCMinutes(), 2)}:${pad(date.getUTCSeconds(), 2)}.${pad(micro, 6)}Z`
  );
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
