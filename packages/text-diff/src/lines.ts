const LF = 0x0a;
const CR = 0x0d;

/** The lines of a text, as ranges of its bytes. A line ends in LF, CR or CR LF, the last one perhaps in none. */
export class Lines {
  /** The text itself, a view. */
  readonly bytes: Buffer;
  /** Where each line ends, its line end included; increasing, the last one is the length of the text. */
  readonly ends: Uint32Array;

  constructor(text: Uint8Array) {
    this.bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
    this.ends = lineEnds(this.bytes);
  }

  /** How many lines there are; 0 for the empty text. */
  get count(): number {
    return this.ends.length;
  }

  /** Offset of the first byte of line `line`, counted from 0. */
  start(line: number): number {
    return line === 0 ? 0 : this.ends[line - 1];
  }

  /** Line `line` with its line end, a view. */
  line(line: number): Buffer {
    return this.bytes.subarray(this.start(line), this.ends[line]);
  }

  /** Whether line `line` has a line end. */
  isEnded(line: number): boolean {
    const last = this.bytes[this.ends[line] - 1];
    return last === LF || last === CR;
  }
}

function lineEnds(bytes: Buffer): Uint32Array {
  let ends = new Uint32Array(16 + (bytes.length >>> 5));
  let count = 0;
  const { length } = bytes;
  for (let i = 0; i < length;) {
    const byte = bytes[i++];
    if (byte !== LF && byte !== CR) continue;
    if (byte === CR && i < length && bytes[i] === LF) i++;
    if (count === ends.length) {
      const larger = new Uint32Array(ends.length * 2);
      larger.set(ends);
      ends = larger;
    }
    ends[count++] = i;
  }
  const open = length > 0 && (count === 0 || ends[count - 1] !== length);
  const exact = new Uint32Array(count + (open ? 1 : 0));
  exact.set(ends.subarray(0, count));
  if (open) exact[count] = length;
  return exact;
}
