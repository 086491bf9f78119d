import { serializeFormat, serializeUuid } from '@revstore/dumpstream';
import type { Store } from '@revstore/fsfs';
import type { DumpOptions } from '../api/index.js';
import { TimeSlice } from '../view/index.js';
import { DumpRecords, type DumpWarning } from './dump-records.js';

/** {@link DumpOptions} with revisions as numbers. */
export interface ResolvedDumpOptions extends Omit<DumpOptions, 'start' | 'end'> {
  readonly start: number;
  readonly end: number;
}

/** What is said at the end of a dump with warnings, in this order. */
const closingWarnings: readonly (readonly [DumpWarning['warning'], string])[] = [
  ['old-reference', 'The range of revisions dumped contained references to copy sources outside that range.'],
  [
    'old-mergeinfo',
    'The range of revisions dumped contained mergeinfo which reference revisions outside that range.',
  ],
];

/**
 * A dump stream of version 2 of the revisions from `start` to `end`, Subversion's bytes.
 *
 * @returns blocks of 256 KiB at most, each the caller's own.
 * @throws RevstoreError of what can't be read; the signal's reason.
 * @see libsvn_repos/dump.c
 */
export async function* dumpRepository(
  store: Store,
  options: ResolvedDumpOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { start, end, incremental = false, onEvent, signal } = options;
  const warned = new Set<DumpWarning['warning']>();
  const warn = (warning: DumpWarning): void => {
    warned.add(warning.warning);
    onEvent?.(warning);
  };
  const records = new DumpRecords(store, { start, incremental, ...(onEvent ? { warn } : {}) });
  const { blocks } = records;
  const turn = new TimeSlice(signal);
  store.refresh();
  blocks.add(serializeFormat(2));
  blocks.add(serializeUuid(store.ids.uuid));
  for (let revision = start; revision <= end; revision++) {
    for (const text of records.revision(revision)) {
      if (text)
        for await (const chunk of text) {
          signal?.throwIfAborted();
          blocks.add(chunk);
          if (blocks.ready) yield* blocks.take();
        }
      if (blocks.ready) yield* blocks.take();
      if (turn.over) await turn.rest();
    }
    onEvent?.({ type: 'revision', revision });
  }
  yield* blocks.takeAll();
  // What is easily missed among many lines is told once more.
  for (const [warning, message] of closingWarnings)
    if (warned.has(warning)) onEvent?.({ type: 'warning', warning, message });
}
