import { utf8Text } from '@revstore/bytes';
import { comparePaths, pathHistory, type Change, type HistoryPoint, type Store } from '@revstore/fsfs';
import type { ChangedPath, LogEntry, LogOptions } from '../api/index.js';
import { TimeSlice } from '../view/index.js';

/** {@link LogOptions} with revisions as numbers and paths as they are in the larger of `start` and `end`. */
export interface ResolvedLogOptions extends Omit<LogOptions, 'paths' | 'pegRevision' | 'start' | 'end'> {
  readonly paths: readonly string[];
  readonly start: number;
  readonly end: number;
}

/**
 * Log entries from `start` to `end`, in that order.
 *
 * @throws RevstoreError `FS_NOT_FOUND` where a path is not in the larger of the two revisions; the signal's reason.
 * @see libsvn_repos/log.c
 */
export async function* readLog(
  store: Store,
  options: ResolvedLogOptions,
): AsyncGenerator<LogEntry, void, undefined> {
  const { start, end, limit = Infinity } = options;
  const turn = new TimeSlice(options.signal);
  let revisions = changedRevisions(store, options);
  if (start < end && !onlyRoot(options.paths)) {
    // Histories run backwards, so the revisions of an ascending log are all found first.
    const found: number[] = [];
    for (const revision of revisions) {
      found.push(revision);
      if (turn.over) await turn.rest();
    }
    revisions = found.reverse();
  }
  let sent = 0;
  for (const revision of revisions) {
    if (sent++ >= limit) return;
    if (turn.over) await turn.rest();
    yield logEntry(store, revision, options);
  }
}

function onlyRoot(paths: readonly string[]): boolean {
  return paths.length === 1 && paths[0] === '/';
}

/** Revisions in the range that changed any of the paths; youngest first but for the root alone, which keeps the order asked for. */
function* changedRevisions(store: Store, options: ResolvedLogOptions): Iterable<number> {
  const { paths, start, end } = options;
  if (onlyRoot(paths)) {
    const step = start <= end ? 1 : -1;
    for (let revision = start; revision !== end + step; revision += step) yield revision;
    return;
  }
  const youngest = Math.max(start, end);
  const oldest = Math.min(start, end);
  const histories = paths.map((path) => {
    const points = pathHistory(store.nodes, path, youngest, !options.stopOnCopy);
    return { points, next: nextPoint(points, oldest) };
  });
  for (;;) {
    const revision = Math.max(-1, ...histories.map(({ next }) => next?.revision ?? -1));
    if (revision < 0) return;
    for (const history of histories)
      if (history.next?.revision === revision) history.next = nextPoint(history.points, oldest);
    yield revision;
  }
}

function nextPoint(points: Iterator<HistoryPoint>, oldest: number): HistoryPoint | undefined {
  const { value, done } = points.next();
  return done || value.revision < oldest ? undefined : value;
}

function logEntry(store: Store, revision: number, options: ResolvedLogOptions): LogEntry {
  const all = store.revprops.read(revision);
  const text = (name: string): string | undefined => {
    const value = all.get(name);
    return value && utf8Text(value);
  };
  const wanted = options.revisionProperties;
  const properties = wanted ? new Map([...all].filter(([name]) => wanted.includes(name))) : all;
  const author = text('svn:author');
  const date = text('svn:date');
  const message = text('svn:log');
  return {
    revision,
    properties,
    ...(author === undefined ? {} : { author }),
    ...(date === undefined ? {} : { date }),
    ...(message === undefined ? {} : { message }),
    ...(options.changedPaths
      ? {
          changedPaths: store
            .changes(revision)
            .map(changedPath)
            .sort((a, b) => comparePaths(a.path, b.path)),
        }
      : {}),
  };
}

function changedPath(change: Change): ChangedPath {
  return {
    path: change.path,
    action: change.action,
    ...(change.kind ? { kind: change.kind } : {}),
    textModified: change.textModified,
    propertiesModified: change.propertiesModified,
    ...(change.copyFrom ? { copyFrom: change.copyFrom } : {}),
  };
}
