import { globMatches } from '../ignores/index.js';
import type { AutoPropsRow } from './rows.js';

/** What the rows say about one file. The values are those of the rows, not copies. */
export interface AutoPropsMatch {
  readonly properties: Map<string, Uint8Array>;
  /** The `svn:mime-type` among them. */
  readonly mimeType?: string;
  /** Whether a row sets `svn:executable`, so that the file's mode is not asked. */
  readonly hasExecutable: boolean;
}

/**
 * Collects the properties of every row whose pattern matches `name`, ignoring the case of ASCII letters.
 *
 * @param name the file's name without directory.
 * @param rows later rows win.
 */
export function autoPropsFor(name: string, rows: readonly AutoPropsRow[]): AutoPropsMatch {
  const properties = new Map<string, Uint8Array>();
  const bytes = Buffer.from(name, 'utf8');
  for (const row of rows) {
    if (!globMatches(row.pattern, bytes, { caseBlind: true })) continue;
    for (const [property, value] of row.properties) properties.set(property, value);
  }
  const mimeType = properties.get('svn:mime-type');
  return {
    properties,
    hasExecutable: properties.has('svn:executable'),
    ...(mimeType === undefined ? {} : { mimeType: Buffer.from(mimeType).toString('utf8') }),
  };
}
