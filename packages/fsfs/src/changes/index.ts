/**
 * The changed-paths item of a revision.
 *
 * @see structure#Revision file format ("changed-path data")
 */
import { nameText, nameBytes } from '@revstore/bytes';
import { corrupt } from '../fsfs-errors/index.js';

/** What happened to a path. */
export type ChangeAction = 'add' | 'modify' | 'delete' | 'replace';

/** One changed path as stored. */
export interface Change {
  readonly path: string;
  /** Id of the new node-revision, for deletions of the deleted one, as text. */
  readonly id: string;
  readonly action: ChangeAction;
  /** Absent in formats before 4. */
  readonly kind?: 'file' | 'dir';
  readonly textModified: boolean;
  readonly propertiesModified: boolean;
  /** Absent in formats before 7. */
  readonly mergeinfoModified?: boolean;
  readonly copyFrom?: { readonly revision: number; readonly path: string };
}

const line1 =
  /^(\S+) (add|modify|delete|replace)(?:-(file|dir))? (true|false) (true|false)(?: (true|false))? (\/.*)$/s;
const line2 = /^([0-9]{1,15}) (\/.*)$/s;

/**
 * Parses a changed-paths item. Ends at the blank line or the end of `bytes`.
 *
 * @throws RevstoreError `FS_CORRUPT`
 */
export function parseChanges(bytes: Uint8Array): Change[] {
  return parseLines(bytes, true)!;
}

/**
 * {@link parseChanges} of bytes that may end before the item does.
 *
 * @returns `undefined` where the blank line is not among them.
 * @throws RevstoreError `FS_CORRUPT`
 */
export function parseChangesStart(bytes: Uint8Array): Change[] | undefined {
  return parseLines(bytes, false);
}

function parseLines(bytes: Uint8Array, whole: boolean): Change[] | undefined {
  const changes: Change[] = [];
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  let cut = false;
  const readLine = (): string => {
    const end = buffer.indexOf(10, at);
    cut = end < 0 && !whole;
    const stop = end < 0 ? buffer.length : end;
    const text = nameText(buffer.subarray(at, stop));
    at = stop + 1;
    return text;
  };
  while (at < buffer.length) {
    const first = readLine();
    if (cut) return undefined;
    if (first === '') return changes;
    const match = line1.exec(first);
    if (!match) throw corrupt('Invalid changes line in rev-file', { actual: first.slice(0, 200) });
    const second = readLine();
    if (cut) return undefined;
    const from = second === '' ? null : line2.exec(second);
    if (second !== '' && !from)
      throw corrupt('Invalid copy-from path in changes line', { actual: second.slice(0, 200) });
    changes.push({
      id: match[1],
      action: match[2] as ChangeAction,
      ...(match[3] ? { kind: match[3] as 'file' | 'dir' } : {}),
      textModified: match[4] === 'true',
      propertiesModified: match[5] === 'true',
      ...(match[6] ? { mergeinfoModified: match[6] === 'true' } : {}),
      path: match[7],
      ...(from ? { copyFrom: { revision: Number(from[1]), path: from[2] } } : {}),
    });
  }
  return whole ? changes : undefined;
}

/** One change in the stored form, with kind and mergeinfo flag where the change has them. */
export function serializeChange(change: Change): Uint8Array {
  const kind = change.kind ? `-${change.kind}` : '';
  const mergeinfo = change.mergeinfoModified === undefined ? '' : ` ${change.mergeinfoModified}`;
  const from = change.copyFrom ? `${change.copyFrom.revision} ${change.copyFrom.path}` : '';
  return nameBytes(
    `${change.id} ${change.action}${kind} ${change.textModified} ${change.propertiesModified}${mergeinfo} ${change.path}\n${from}\n`,
  );
}
