import { equalBytes } from '@revstore/bytes';
import { diffValues } from './diff-lines.js';
import { Lines } from './lines.js';
import { UNDERSCORE_LINE } from './labels.js';
import { formatHunks } from './unified.js';

/** A property that two lists have differently; a value is absent where that side has none. */
export interface PropertyChange {
  readonly name: string;
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
}

/** What differs between two property lists, in byte order of the names. */
export function propertyChanges(
  before: ReadonlyMap<string, Uint8Array>,
  after: ReadonlyMap<string, Uint8Array>,
): PropertyChange[] {
  const changes: PropertyChange[] = [];
  for (const [name, value] of before) {
    const now = after.get(name);
    if (now === undefined) changes.push({ name, before: value });
    else if (!equalBytes(value, now)) changes.push({ name, before: value, after: now });
  }
  for (const [name, value] of after) if (!before.has(name)) changes.push({ name, after: value });
  return changes.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
}

/** The empty line, the title and the rule that begin the property changes of a node. */
export function formatPropertyTitle(path: string): string {
  return `\nProperty changes on: ${path}\n${UNDERSCORE_LINE}\n`;
}

/**
 * One property's change: `Added: name` and so on, and hunks of its value.
 *
 * @param description what stands in place of the hunks.
 * @returns the caller's own bytes.
 */
export function formatPropertyChange({ name, before, after }: PropertyChange, description?: string): Buffer {
  const action = before === undefined ? 'Added' : after === undefined ? 'Deleted' : 'Modified';
  const title = Buffer.from(`${action}: ${name}\n`);
  if (description !== undefined) return Buffer.concat([title, Buffer.from(description)]);
  const empty = new Uint8Array(0);
  const original = new Lines(before ?? empty);
  const modified = new Lines(after ?? empty);
  const hunks = formatHunks(original, modified, diffValues(original, modified), { delimiter: '##' });
  return Buffer.concat([title, hunks]);
}
