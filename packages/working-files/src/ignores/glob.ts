/** How a pattern is matched. */
export interface GlobOptions {
  /** Ignore the case of ASCII letters, as auto-props do; default false. */
  readonly caseBlind?: boolean;
}

/** What one place of a pattern accepts: any byte, one byte, or a set (256 flags). */
type Element = 'any' | 'run' | Uint8Array;

const BACKSLASH = 0x5c;

function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

function lower(byte: number): number {
  return isUpper(byte) ? byte + 32 : byte;
}

/** Bytes compare as the reference's signed `char` does; it shows only in ranges that leave ASCII. */
function signed(byte: number): number {
  return (byte << 24) >> 24;
}

function addByte(set: Uint8Array, byte: number, caseBlind: boolean): void {
  set[byte] = 1;
  if (!caseBlind) return;
  if (isUpper(byte)) set[byte + 32] = 1;
  else if (byte >= 0x61 && byte <= 0x7a) set[byte - 32] = 1;
}

function addRange(set: Uint8Array, first: number, last: number, caseBlind: boolean): void {
  for (let byte = 0; byte < 256; byte++) {
    if (signed(byte) >= signed(first) && signed(byte) <= signed(last)) set[byte] = 1;
    else if (caseBlind && (isUpper(byte) || isUpper(first) || isUpper(last))) {
      if (signed(lower(byte)) >= signed(lower(first)) && signed(lower(byte)) <= signed(lower(last)))
        set[byte] = 1;
    }
  }
}

/**
 * Reads a bracket expression at `at`.
 *
 * @returns the set and the offset behind `]`, or undefined where the bracket never closes and is an ordinary character.
 */
function parseBracket(
  pattern: Uint8Array,
  at: number,
  caseBlind: boolean,
): { set: Uint8Array; next: number } | undefined {
  const set = new Uint8Array(256);
  let i = at + 1;
  const negate = pattern[i] === 0x21 || pattern[i] === 0x5e;
  if (negate) i++;
  let leading = true;
  while (i < pattern.length) {
    if (pattern[i] === 0x5d && !leading) {
      if (negate) for (let byte = 0; byte < 256; byte++) set[byte] = set[byte] === 0 ? 1 : 0;
      return { set, next: i + 1 };
    }
    if (pattern[i] === BACKSLASH) {
      i++;
      if (i >= pattern.length) return undefined;
    }
    leading = false;
    const first = pattern[i] ?? 0;
    if (pattern[i + 1] === 0x2d && pattern[i + 2] !== 0x5d) {
      i += pattern[i + 2] === BACKSLASH ? 3 : 2;
      if (i >= pattern.length) return undefined;
      addRange(set, first, pattern[i] ?? 0, caseBlind);
    } else {
      addByte(set, first, caseBlind);
    }
    i++;
  }
  return undefined;
}

function compile(pattern: Uint8Array, caseBlind: boolean): Element[] {
  const elements: Element[] = [];
  for (let i = 0; i < pattern.length;) {
    let byte = pattern[i] ?? 0;
    if (byte === 0x2a) {
      elements.push('run');
      i++;
      continue;
    }
    if (byte === 0x3f) {
      elements.push('any');
      i++;
      continue;
    }
    if (byte === 0x5b) {
      const bracket = parseBracket(pattern, i, caseBlind);
      if (bracket !== undefined) {
        elements.push(bracket.set);
        i = bracket.next;
        continue;
      }
    } else if (byte === BACKSLASH && i + 1 < pattern.length) {
      i++;
      byte = pattern[i] ?? 0;
    }
    const set = new Uint8Array(256);
    addByte(set, byte, caseBlind);
    elements.push(set);
    i++;
  }
  return elements;
}

const compiled = {
  exact: new Map<string, readonly Element[]>(),
  caseBlind: new Map<string, readonly Element[]>(),
};
const COMPILED_MAX = 1024;

function compiledPattern(pattern: string, caseBlind: boolean): readonly Element[] {
  const cache = caseBlind ? compiled.caseBlind : compiled.exact;
  let elements = cache.get(pattern);
  if (elements === undefined) {
    elements = compile(Buffer.from(pattern, 'utf8'), caseBlind);
    if (cache.size >= COMPILED_MAX) cache.clear();
    cache.set(pattern, elements);
  }
  return elements;
}

/**
 * Matches a whole name against a shell pattern as Subversion does: `*`, `?`, `[a-z]`, `[!a]`, `[^a]` and backslash.
 *
 * Matching is by bytes (a `?` is one byte of UTF-8), `*` also matches a slash and a leading dot, an unclosed bracket
 * and a trailing backslash are ordinary characters, and there are no character classes.
 *
 * @param name text, or its bytes in UTF-8 where many patterns are tried.
 */
export function globMatches(pattern: string, name: string | Uint8Array, options: GlobOptions = {}): boolean {
  const elements = compiledPattern(pattern, options.caseBlind ?? false);
  const bytes = typeof name === 'string' ? Buffer.from(name, 'utf8') : name;
  let e = 0;
  let n = 0;
  let retryElement = -1;
  let retryName = 0;
  for (;;) {
    const element = elements[e];
    if (element === 'run') {
      retryElement = ++e;
      retryName = n;
      continue;
    }
    if (n === bytes.length) return e === elements.length;
    if (element !== undefined && (element === 'any' || element[bytes[n] ?? 0] === 1)) {
      e++;
      n++;
      continue;
    }
    if (retryElement < 0) return false;
    e = retryElement;
    n = ++retryName;
  }
}
