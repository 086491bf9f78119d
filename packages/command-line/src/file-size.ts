const UNITS = [
  ['B', ' B'],
  ['K', ' KiB'],
  ['M', ' MiB'],
  ['G', ' GiB'],
  ['T', ' TiB'],
  ['E', ' EiB'],
  ['P', ' PiB'],
] as const;

/**
 * A size in at most three digits and a unit of powers of 1024, as `-H` shows it: `3B`, `1.5K`, and `3 B`, `1.5 KiB` in the
 * long form. (Subversion has E before P; so has this.)
 *
 * @param size bytes, 0 and up.
 */
export function formatHumanSize(size: number, long = false): string {
  let unit = 0;
  while (unit < UNITS.length - 1 && size >= 1024 ** (unit + 1)) unit++;
  if (Math.floor(size / 1024 ** unit) > 999) unit++;
  // Whole units of the next smaller kind first: the reference cuts there before it rounds.
  const value = unit === 0 ? size : Math.floor(size / 1024 ** (unit - 1)) / 1024;
  const oneDigit = unit > 0 && value < 10 && (Math.floor(value) < 9 || value % 1 <= 0.949999999);
  return roundHalfEven(value, oneDigit ? 1 : 0) + UNITS[unit]![long ? 1 : 0];
}

/** printf's rounding: to nearest, exact halves to the even digit. */
function roundHalfEven(value: number, digits: number): string {
  const scale = 10 ** digits;
  const scaled = value * scale;
  const down = Math.floor(scaled);
  const isHalf = scaled - down === 0.5;
  return ((isHalf ? down + (down % 2) : Math.round(scaled)) / scale).toFixed(digits);
}
