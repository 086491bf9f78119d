import type { LineChange } from './diff-lines.js';

/** Lines in a row that one source accounts for. */
export interface BlameRun<Source> {
  readonly source: Source;
  /** First line, counted from 0; the run goes on to the next run, the last one to the end of the text. */
  readonly start: number;
}

/** Which source each line of a text comes from, kept while the text changes. */
export class BlameLines<Source> {
  #runs: readonly BlameRun<Source>[];

  /** @param source accounts for all lines of the first text. */
  constructor(source: Source) {
    this.#runs = [{ source, start: 0 }];
  }

  /** The runs of the newest text, in order; two neighbours may have the same source. */
  get runs(): readonly BlameRun<Source>[] {
    return this.#runs;
  }

  /** The text changed: what was added comes from `source`. Changes are in increasing order. */
  apply(changes: readonly LineChange[], source: Source): void {
    if (changes.length === 0) return;
    const old = this.#runs;
    const runs: BlameRun<Source>[] = [];
    const add = (from: Source, start: number): void => {
      if (runs.length > 0 && runs.at(-1)!.source === from) return;
      runs.push({ source: from, start });
    };
    let run = 0;
    /** Takes the old lines from `from` up to `to` over; the first of them is line `at` now. */
    const keep = (from: number, to: number, at: number): void => {
      if (from >= to) return;
      while (run + 1 < old.length && old[run + 1].start <= from) run++;
      add(old[run].source, at);
      while (run + 1 < old.length && old[run + 1].start < to) {
        run++;
        add(old[run].source, at + old[run].start - from);
      }
    };
    let originalLine = 0;
    let modifiedLine = 0;
    for (const { originalStart, originalLength, modifiedStart, modifiedLength } of changes) {
      keep(originalLine, originalStart, modifiedLine);
      if (modifiedLength > 0) add(source, modifiedStart);
      originalLine = originalStart + originalLength;
      modifiedLine = modifiedStart + modifiedLength;
    }
    keep(originalLine, Infinity, modifiedLine);
    this.#runs = runs;
  }
}
