/** What svn reckons a number in a pack's header to take, in bytes. */
const numberSize = 21;

/** Indexes of lists that go into one pack file together, from `start` up to but not including `end`. */
export interface PackRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Decides how the lists of one pack file are stored after one of them changed.
 *
 * They stay together while they are smaller than the limit. Otherwise they are cut in two of about the same size, growing
 * both from their ends; where one would still be too large, the changed list is put into a file of its own.
 *
 * @param sizes bytes of the serialized lists, the changed one already with its new size.
 * @param changed index of the changed list.
 * @param limit bytes of a pack file, as `revprop-pack-size` says.
 * @returns ranges that cover all lists, in order, none of them empty.
 * @see libsvn_fs_fs/revprops.c#write_packed_revprop
 */
export function planPacks(sizes: readonly number[], changed: number, limit: number): PackRange[] {
  const count = sizes.length;
  const total = sizes.reduce((sum, size) => sum + size, (count + 2) * numberSize);
  if (total < limit || count === 1) return [{ start: 0, end: count }];

  let cut = 0;
  let last = count - 1;
  let left = 2 * numberSize;
  let right = 2 * numberSize;
  while (cut <= last)
    if (left + sizes[cut] < right + sizes[last]) left += sizes[cut++] + numberSize;
    else right += sizes[last--] + numberSize;

  const cuts = left > limit || right > limit ? [changed, changed + 1] : [cut];
  const ranges: PackRange[] = [];
  let start = 0;
  for (const end of [...cuts, count]) {
    if (end > start) ranges.push({ start, end });
    start = end;
  }
  return ranges;
}
