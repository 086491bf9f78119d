/** All of `parts` in one new array. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Whether two byte strings are equal. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

const encoder = new TextEncoder();

/** UTF-8 bytes of `text`. */
export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Text of UTF-8 `bytes`; malformed sequences become U+FFFD. */
export function utf8Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text of UTF-8 `bytes`, or `undefined` where they are not valid UTF-8. */
export function strictUtf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Byte order of two names as {@link nameBytes} has them: Subversion's order. Differs from JavaScript's order only where
 * a surrogate meets another code unit.
 */
export function compareUtf8(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      // A byte of its own sorts among the first bytes of characters.
      if (mayBeByte(x) || mayBeByte(y)) return Buffer.compare(nameBytes(a), nameBytes(b));
      const sx = x >= 0xd800 && x <= 0xdfff;
      const sy = y >= 0xd800 && y <= 0xdfff;
      return sx === sy ? x - y : sx ? 1 : -1;
    }
  }
  return a.length - b.length;
}

/** Whether a code unit may stand for a byte, see {@link nameText}; in a pair it does not. */
function mayBeByte(unit: number): boolean {
  return unit >= 0xdc80 && unit <= 0xdcff;
}

/**
 * Text of a name that ought to be UTF-8. A byte that is not part of valid UTF-8 becomes U+DC00 + byte, so that
 * {@link nameBytes} gives the same bytes back: old repositories hold such names.
 */
export function nameText(bytes: Uint8Array): string {
  const strict = strictUtf8Text(bytes);
  if (strict !== undefined) return strict;
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const length = bytes[i] < 0x80 ? 1 : bytes[i] >= 0xf0 ? 4 : bytes[i] >= 0xe0 ? 3 : 2;
    const character = strictUtf8Text(bytes.subarray(i, i + length));
    if (character !== undefined) {
      text += character;
      i += length;
    } else {
      text += String.fromCharCode(0xdc00 + bytes[i++]);
    }
  }
  return text;
}

/** Bytes of a name, the inverse of {@link nameText}. */
export function nameBytes(text: string): Uint8Array {
  if (!/[\udc80-\udcff]/.test(text) || text.isWellFormed()) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    parts.push(code >= 0xdc80 && code <= 0xdcff ? Uint8Array.of(code - 0xdc00) : encoder.encode(character));
  }
  return concatBytes(parts);
}
