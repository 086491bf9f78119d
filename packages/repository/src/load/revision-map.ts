/** Revisions from `from` on, `count` of them, and what each became: `to` and on, or all of them `to`. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly step: 0 | 1;
  count: number;
}

/** Which revision of the repository each revision of a stream became. Most follow one another and take no room. */
export class RevisionMap {
  readonly #runs: Run[] = [];
  /** Whether each run begins behind the one before it. */
  #ascending = true;

  /** @returns `undefined` for one that is not known. */
  get(revision: number): number | undefined {
    for (let i = this.#ascending ? this.#lastBefore(revision) : this.#runs.length - 1; i >= 0; i--) {
      const { from, to, step, count } = this.#runs[i];
      if (revision >= from && revision < from + count) return to + step * (revision - from);
      if (this.#ascending) return undefined;
    }
    return undefined;
  }

  set(revision: number, becomes: number): void {
    const last = this.#runs.at(-1);
    if (last?.step === 1 && revision === last.from + last.count && becomes === last.to + last.count)
      last.count++;
    else this.#add({ from: revision, to: becomes, step: 1, count: 1 });
  }

  /** Maps all revisions from `first` to `last` to one. */
  setAll(first: number, last: number, becomes: number): void {
    if (first <= last) this.#add({ from: first, to: becomes, step: 0, count: last - first + 1 });
  }

  #add(run: Run): void {
    const last = this.#runs.at(-1);
    if (last && run.from < last.from + last.count) this.#ascending = false;
    this.#runs.push(run);
  }

  /** The last run that begins at `revision` or before. */
  #lastBefore(revision: number): number {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#runs[middle].from <= revision) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
