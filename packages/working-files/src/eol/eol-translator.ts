import { RevstoreError } from '@revstore/errors';
import { workingFileErrors } from '../errors.js';

/** A line end. */
export type Eol = 'LF' | 'CR' | 'CRLF';

const NOTHING = new Uint8Array(0);
const CR = 0x0d;
const LF = 0x0a;

/** Writes every line end (LF, CR LF or a lone CR) as one of them. Holds back at most one byte between chunks. */
export class EolTranslator {
  readonly #eol: Eol;
  readonly #repair: boolean;
  #pendingCr = false;
  /** The first line end of the source, which the others must equal unless they are repaired. */
  #source: Eol | undefined;

  /** @param repair accept a mixture of line ends instead of refusing it. */
  constructor(eol: Eol, repair: boolean) {
    this.#eol = eol;
    this.#repair = repair;
  }

  /**
   * @returns the translation of `chunk`, less what is held back: `chunk` itself where nothing changes, else a new buffer.
   * @throws RevstoreError IO_INCONSISTENT_EOL (E135000) on a mixture that is not to be repaired.
   */
  update(chunk: Uint8Array): Uint8Array {
    if (chunk.length === 0) return chunk;
    if (this.#eol === 'LF' && !this.#pendingCr && chunk.indexOf(CR) < 0) {
      if (!this.#repair && this.#source !== 'LF' && chunk.indexOf(LF) >= 0) this.#see('LF');
      return chunk;
    }
    return this.#translate(chunk);
  }

  /** The line end held back, if any; call it at the end of the source. */
  finish(): Uint8Array {
    if (!this.#pendingCr) return NOTHING;
    this.#pendingCr = false;
    if (!this.#repair) this.#see('CR');
    return Buffer.from(this.#eol === 'LF' ? '\n' : this.#eol === 'CR' ? '\r' : '\r\n');
  }

  #see(eol: Eol): void {
    this.#source ??= eol;
    if (this.#source !== eol) {
      throw new RevstoreError(workingFileErrors.IO_INCONSISTENT_EOL, 'Inconsistent line ending style', {
        data: { expected: this.#source, actual: eol },
      });
    }
  }

  #translate(chunk: Uint8Array): Uint8Array {
    const length = chunk.length;
    const check = !this.#repair;
    const first = this.#eol === 'LF' ? LF : CR;
    const double = this.#eol === 'CRLF';
    const out = Buffer.allocUnsafe(double ? 2 * (length + 1) : length + 1);
    let o = 0;
    let i = 0;
    if (this.#pendingCr) {
      this.#pendingCr = false;
      const pair = chunk[0] === LF;
      if (pair) i = 1;
      if (check) this.#see(pair ? 'CRLF' : 'CR');
      out[o++] = first;
      if (double) out[o++] = LF;
    }
    while (i < length) {
      const byte = chunk[i++] as number;
      // Stored first and taken back for a line end: one branch for all bytes above CR.
      out[o] = byte;
      if (byte > CR || (byte !== LF && byte !== CR)) {
        o++;
        continue;
      }
      if (byte === LF) {
        if (check && this.#source !== 'LF') this.#see('LF');
      } else if (i === length) {
        this.#pendingCr = true;
        break;
      } else if (chunk[i] === LF) {
        i++;
        if (check && this.#source !== 'CRLF') this.#see('CRLF');
      } else if (check) {
        this.#see('CR');
      }
      out[o++] = first;
      if (double) out[o++] = LF;
    }
    return out.subarray(0, o);
  }
}
