/** Revisions merged from one path. */
export interface MergeRange {
  /** The revision before the first one. */
  readonly start: number;
  readonly end: number;
  /** Whether it goes for what is below the path, too. */
  readonly inheritable: boolean;
}

/** Order of ranges: by start, then by end. */
export function compareRanges(a: MergeRange, b: MergeRange): number {
  return a.start - b.start || a.end - b.end;
}

/** Adds a range at the end of a list, as one with the last where they touch and go for the same. */
function append(list: MergeRange[], range: MergeRange, considerInheritance: boolean): void {
  const last = list.at(-1);
  if (
    last &&
    last.start <= range.end &&
    range.start <= last.end &&
    (!considerInheritance || last.inheritable === range.inheritable)
  ) {
    list[list.length - 1] = {
      start: Math.min(last.start, range.start),
      end: Math.max(last.end, range.end),
      inheritable: last.inheritable || range.inheritable,
    };
  } else list.push(range);
}

/**
 * What is left of `list` without what `eraser` covers. Both are in order and without overlaps.
 *
 * @param considerInheritance whether a range only covers one that is inherited as it is.
 * @see libsvn_subr/mergeinfo.c#svn_rangelist_remove
 */
export function removeRanges(
  eraser: readonly MergeRange[],
  list: readonly MergeRange[],
  considerInheritance: boolean,
): MergeRange[] {
  const left: MergeRange[] = [];
  let e = 0;
  for (const whole of list) {
    let rest: MergeRange | undefined = whole;
    while (rest && e < eraser.length) {
      const cover: MergeRange = eraser[e];
      const comparable = !considerInheritance || cover.inheritable === rest.inheritable;
      const overlaps = comparable && cover.start < rest.end && rest.start < cover.end;
      if (overlaps) {
        if (rest.start < cover.start) append(left, { ...rest, end: cover.start }, considerInheritance);
        if (rest.end > cover.end) rest = { ...rest, start: cover.end };
        else {
          if (rest.start === cover.start && rest.end === cover.end) e++;
          rest = undefined;
        }
      } else if (compareRanges(cover, rest) < 0) e++;
      else break;
    }
    if (rest) append(left, rest, considerInheritance);
  }
  return left;
}

/** All that two lists cover, without regard to inheritance. */
export function uniteRanges(a: readonly MergeRange[], b: readonly MergeRange[]): MergeRange[] {
  const all: MergeRange[] = [];
  for (const range of [...a, ...b].sort(compareRanges)) append(all, range, false);
  return all;
}

/** A list as mergeinfo has it: `3-5,7*`. */
export function serializeRanges(list: readonly MergeRange[]): string {
  return list
    .map(
      ({ start, end, inheritable }) =>
        (start === end - 1 ? `${end}` : `${start + 1}-${end}`) + (inheritable ? '' : '*'),
    )
    .join(',');
}
