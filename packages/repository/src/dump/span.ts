import { TimeSlice } from '../view/index.js';
import { DumpRecords, type DumpWarning, type RecordSettings } from './dump-records.js';
import type { Store } from '@revstore/fsfs';

/** Consecutive revisions, dumped as one piece of work. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** A span whose bytes are all there. */
export interface FinishedSpan {
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  /** What there is to warn of, by revision. */
  readonly warnings: readonly { readonly revision: number; readonly warning: DumpWarning }[];
}

/** Most bytes of a span that is dumped ahead of its turn. */
export const maxAheadBytes = 8 * 1024 * 1024;

/** Settings of {@link RecordSettings} that can be sent to another thread. */
export type SpanSettings = Omit<RecordSettings, 'warn'> & { readonly warns: boolean };

/** Dumps spans ahead of their turn. */
export class SpanDumper {
  readonly #records: DumpRecords;
  #revision = 0;
  #warnings: { revision: number; warning: DumpWarning }[] = [];

  constructor(store: Store, { warns, ...settings }: SpanSettings) {
    this.#records = new DumpRecords(store, {
      ...settings,
      ...(warns ? { warn: (warning) => this.#warnings.push({ revision: this.#revision, warning }) } : {}),
    });
  }

  /**
   * A span in full.
   *
   * @param check called now and then; what it throws ends the work.
   * @returns `undefined` where it is longer than {@link maxAheadBytes}: it has to be dumped when its turn comes.
   * @throws RevstoreError of what can't be read.
   */
  async dump({ first, last }: Span, check: () => void): Promise<FinishedSpan | undefined> {
    const { blocks } = this.#records;
    const done: Uint8Array<ArrayBuffer>[] = [];
    this.#warnings = [];
    const turn = new TimeSlice();
    let length = 0;
    for (this.#revision = first; this.#revision <= last; this.#revision++) {
      for (const text of this.#records.revision(this.#revision)) {
        if (text && length + text.length > maxAheadBytes) return this.#giveUp();
        if (text) for await (const chunk of text.chunks()) blocks.add(chunk);
        for (const block of blocks.take()) {
          done.push(block);
          length += block.length;
        }
        if (length > maxAheadBytes) return this.#giveUp();
        if (turn.over) await turn.rest();
        check();
      }
    }
    done.push(...blocks.takeAll());
    return { blocks: done, warnings: this.#warnings };
  }

  #giveUp(): undefined {
    this.#records.blocks.takeAll();
    return undefined;
  }
}
