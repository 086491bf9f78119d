import { availableParallelism } from 'node:os';
import { serializeFormat, serializeUuid } from '@revstore/dumpstream';
import type { Store } from '@revstore/fsfs';
import type { DumpOptions } from '../api/index.js';
import { TimeSlice } from '../view/index.js';
import { DumpRecords, type DumpWarning } from './dump-records.js';
import type { FinishedSpan, Span } from './span.js';
import { revisionsForThreads, SpansAhead } from './spans-ahead.js';

/** {@link DumpOptions} with revisions as numbers. */
export interface ResolvedDumpOptions extends Omit<DumpOptions, 'start' | 'end'> {
  readonly start: number;
  readonly end: number;
  /** Threads besides this one; default those of the machine, once there are many revisions. */
  readonly threads?: number;
}

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
  store.refresh();
  yield* new Dump(store, options).run();
}

const closingWarnings: Partial<Record<DumpWarning['warning'], string>> = {
  'old-reference': 'The range of revisions dumped contained references to copy sources outside that range.',
  'old-mergeinfo':
    'The range of revisions dumped contained mergeinfo which reference revisions outside that range.',
};

class Dump {
  readonly #store: Store;
  readonly #options: ResolvedDumpOptions;
  readonly #incremental: boolean;
  readonly #records: DumpRecords;
  readonly #warned = new Set<DumpWarning['warning']>();

  constructor(store: Store, options: ResolvedDumpOptions) {
    this.#store = store;
    this.#options = options;
    this.#incremental = options.incremental ?? false;
    this.#records = new DumpRecords(store, {
      start: options.start,
      incremental: this.#incremental,
      ...(options.onEvent ? { warn: (warning) => this.#warn(warning) } : {}),
    });
  }

  async *run(): AsyncGenerator<Uint8Array, void, undefined> {
    const { start, end, onEvent, signal } = this.#options;
    const { blocks } = this.#records;
    blocks.add(serializeFormat(2));
    blocks.add(serializeUuid(this.#store.ids.uuid));
    // The first revision may be a whole tree, of which nothing can be made ahead.
    yield* this.#inTurn({ first: start, last: start });
    const threads =
      this.#options.threads ?? (end - start < revisionsForThreads ? 0 : availableParallelism() - 1);
    const settings = { start, incremental: this.#incremental, warns: onEvent !== undefined };
    await using spans = new SpansAhead(this.#store, settings, start + 1, end, threads, signal);
    for (let next; (next = await spans.next()) !== undefined;) {
      if (next.finished) {
        yield* blocks.takeAll();
        yield* next.finished.blocks;
        this.#report(next.span, next.finished);
      } else yield* this.#inTurn(next.span);
    }
    yield* blocks.takeAll();
    // What is easily missed among many lines is told once more.
    for (const [warning, message] of Object.entries(closingWarnings))
      if (this.#warned.has(warning as DumpWarning['warning']))
        onEvent?.({ type: 'warning', warning: warning as DumpWarning['warning'], message });
  }

  /** Dumps a span and gives its blocks as they are filled. */
  async *#inTurn({ first, last }: Span): AsyncGenerator<Uint8Array, void, undefined> {
    const { onEvent, signal } = this.#options;
    const { blocks } = this.#records;
    const turn = new TimeSlice(signal);
    for (let revision = first; revision <= last; revision++) {
      for (const text of this.#records.revision(revision)) {
        if (text)
          for await (const chunk of text.chunks()) {
            signal?.throwIfAborted();
            blocks.add(chunk);
            if (blocks.ready) yield* blocks.take();
          }
        if (blocks.ready) yield* blocks.take();
        if (turn.over) await turn.rest();
      }
      onEvent?.({ type: 'revision', revision });
    }
  }

  /** Tells what happened while a span was dumped ahead. */
  #report({ first, last }: Span, { warnings }: FinishedSpan): void {
    let next = 0;
    for (let revision = first; revision <= last; revision++) {
      for (; warnings[next]?.revision === revision; next++) this.#warn(warnings[next].warning);
      this.#options.onEvent?.({ type: 'revision', revision });
    }
  }

  #warn(warning: DumpWarning): void {
    this.#warned.add(warning.warning);
    this.#options.onEvent?.(warning);
  }
}
