/** One row: what files whose name matches `pattern` get. */
export interface AutoPropsRow {
  readonly pattern: string;
  readonly properties: ReadonlyMap<string, Uint8Array>;
}

/** Properties whose presence is their meaning; auto-props set them to `*` whatever was written. */
const BOOLEAN_PROPERTIES: ReadonlySet<string> = new Set(['svn:executable', 'svn:needs-lock', 'svn:special']);

const surroundingSpace = /^[\t\n\v\f\r ]+|[\t\n\v\f\r ]+$/g;

function trim(text: string): string {
  return text.replace(surroundingSpace, '');
}

/** A lone quote counts as both the opening and the closing one, as in the reference. */
function unquote(text: string): string {
  const quote = text[0];
  if ((quote === '"' || quote === "'") && text.endsWith(quote))
    return text.slice(1, Math.max(1, text.length - 1));
  return text;
}

/** Splits at `;`, where `;;` stands for one semicolon. */
function splitProperties(value: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let i = 0; i < value.length; i++) {
    const c = value[i] ?? '';
    if (c !== ';') part += c;
    else if (value[i + 1] === ';') {
      part += ';';
      i++;
    } else {
      parts.push(part);
      part = '';
    }
  }
  parts.push(part);
  return parts;
}

/**
 * The rows that apply to an import, in the order they were added.
 *
 * Rows of one pattern merge, the later value of a property winning. Between patterns that match the same file svn
 * leaves the winner to the order of a hash table; here the pattern that was added later wins, so add the configuration
 * first, then `svn:auto-props` from the repository's root down to the target.
 */
export class AutoProps {
  readonly #rows = new Map<string, Map<string, Uint8Array>>();

  /** Adds a row of `[auto-props]`: a pattern and `property=value;property=value`. A row without value adds nothing. */
  addRow(pattern: string, value: string): this {
    if (value === '') return this;
    for (const part of splitProperties(value)) {
      const equals = part.indexOf('=');
      const property = trim(equals < 0 ? part : part.slice(0, equals));
      if (property === '') continue;
      const text = equals < 0 ? '' : unquote(trim(part.slice(equals + 1)));
      this.#set(pattern, property, Buffer.from(BOOLEAN_PROPERTIES.has(property) ? '*' : text, 'utf8'));
    }
    return this;
  }

  /** Adds the lines of a `svn:auto-props` value. */
  addProperty(value: Uint8Array | string): this {
    const text = typeof value === 'string' ? value : Buffer.from(value).toString('utf8');
    const end = text.indexOf('\0');
    for (const line of (end < 0 ? text : text.slice(0, end)).split('\n')) {
      const equals = line.indexOf('=');
      if (equals < 0) continue;
      this.addRow(trim(line.slice(0, equals)), trim(line.slice(equals + 1)));
    }
    return this;
  }

  /** Adds rows that are parsed already. */
  addRows(rows: Iterable<AutoPropsRow>): this {
    for (const { pattern, properties } of rows) {
      for (const [property, value] of properties) this.#set(pattern, property, value);
    }
    return this;
  }

  rows(): AutoPropsRow[] {
    return [...this.#rows].map(([pattern, properties]) => ({ pattern, properties }));
  }

  #set(pattern: string, property: string, value: Uint8Array): void {
    let properties = this.#rows.get(pattern);
    if (properties === undefined) this.#rows.set(pattern, (properties = new Map()));
    properties.set(property, value);
  }
}
