import { strictUtf8Text } from '@revstore/bytes';
import type { Lines } from './lines.js';

/** Bytes of a function's line that a hunk shows. */
const SHOWN = 50;

const LABELS = ['public:', 'private:', 'protected:'].map((label) => Buffer.from(label));

/** Whether a line may begin a function: a letter, `$` or `_` comes first, and it is no label of a C++ class. */
export function beginsFunction(lines: Lines, line: number): boolean {
  const { bytes } = lines;
  const start = lines.start(line);
  const first = bytes[start];
  const letter = (first | 0x20) >= 0x61 && (first | 0x20) <= 0x7a;
  if (!letter && first !== 0x24 && first !== 0x5f) return false;
  return !LABELS.some((label) => label.equals(bytes.subarray(start, start + label.length)));
}

/** What a hunk shows of such a line: its first 50 bytes as far as they are text, without blanks at the end. */
export function functionText(line: Uint8Array): string {
  let end = Math.min(line.length, SHOWN);
  const nul = line.indexOf(0);
  if (nul >= 0 && nul < end) end = nul;
  while (end > 0 && isSpace(line[end - 1])) end--;
  for (; end > 0; end--) {
    const text = strictUtf8Text(line.subarray(0, end));
    if (text !== undefined) return text;
  }
  return '';
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
