/** Longest keyword with its value and both dollar signs, in bytes. */
export const KEYWORD_MAX_LENGTH = 255;

/** Bytes around the value of `$Name: value $`. */
const DECORATION = 5;
const DOLLAR = 0x24;
const HASH = 0x23;
const SPACE = 0x20;
const COLON = 0x3a;

/** `$Name: value $`, the value cut so that the whole is at most 255 bytes; `$Name: $` for an empty value. */
function expanded(name: Uint8Array, value: Uint8Array): Uint8Array {
  if (value.length === 0) return Buffer.concat([Buffer.from('$'), name, Buffer.from(': $')]);
  const room = KEYWORD_MAX_LENGTH - DECORATION - name.length;
  return Buffer.concat([
    Buffer.from('$'),
    name,
    Buffer.from(': '),
    value.subarray(0, room),
    Buffer.from(' $'),
  ]);
}

/** `$Name:: value   $`: the length stays, a value too long for it is cut and marked with `#`. */
function fixedWidth(keyword: Uint8Array, nameLength: number, value: Uint8Array | undefined): Uint8Array {
  const out = Buffer.from(keyword);
  const room = out.length - (nameLength + DECORATION + 1);
  let at = nameLength + 4;
  if (value !== undefined && value.length > room) {
    out.set(value.subarray(0, room), at);
    out[out.length - 2] = HASH;
    return out;
  }
  if (value === undefined) at--;
  else {
    out.set(value, at);
    at += value.length;
  }
  // As in the reference, padding ends at the first dollar sign, which may stand inside.
  while (out[at] !== DOLLAR) out[at++] = SPACE;
  return out;
}

/**
 * Rewrites one keyword.
 *
 * @param keyword from dollar sign to dollar sign, at most 255 bytes; starts with `$` and the name.
 * @param nameLength bytes of the name.
 * @param value its new value; undefined contracts it to `$Name$`, or to spaces where the width is fixed.
 * @returns new bytes (a view of `keyword` where nothing changes); undefined where this is no form of a keyword.
 */
export function rewriteKeyword(
  keyword: Uint8Array,
  nameLength: number,
  value: Uint8Array | undefined,
): Uint8Array | undefined {
  if (nameLength > KEYWORD_MAX_LENGTH - DECORATION) return undefined;
  const length = keyword.length;
  const after = 1 + nameLength;
  if (keyword[after] === DOLLAR) {
    return value === undefined ? keyword : expanded(keyword.subarray(1, after), value);
  }
  if (keyword[after] !== COLON) return undefined;
  const next = keyword[after + 1];
  const last = keyword[length - 2];
  if (
    next === COLON &&
    keyword[after + 2] === SPACE &&
    (last === SPACE || last === HASH) &&
    nameLength + 6 < length
  ) {
    return fixedWidth(keyword, nameLength, value);
  }
  if (next !== DOLLAR && !(next === SPACE && last === SPACE && length >= nameLength + 4)) return undefined;
  const name = keyword.subarray(1, after);
  return value === undefined
    ? Buffer.concat([keyword.subarray(0, after), Buffer.from('$')])
    : expanded(name, value);
}
