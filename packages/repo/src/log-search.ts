import type { LogEntry } from '@revstore/repository';
import { humanLogDate } from './log-output.js';
import { searchMatches } from './search-pattern.js';

/** Whether all patterns of one group occur in the author, the date, the message or the changed paths. */
export function matchesSearch(entry: LogEntry, groups: readonly (readonly string[])[]): boolean {
  const texts = [entry.author ?? '(no author)', humanLogDate(entry.date), entry.message ?? ''];
  for (const { path, copyFrom } of entry.changedPaths ?? []) {
    texts.push(path);
    if (copyFrom !== undefined) texts.push(copyFrom.path);
  }
  return groups.some((group) =>
    group.every((pattern) => texts.some((text) => searchMatches(`*${pattern}*`, text))),
  );
}
