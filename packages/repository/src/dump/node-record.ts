import type { NodeHead } from '@revstore/dumpstream';
import { RevstoreError } from '@revstore/errors';
import { fsErrors, type Noderev, type Representation, type Store } from '@revstore/fsfs';
import type { NodeAction, Place } from './replay.js';

/** A node's record to be written, and what its text is. */
export interface NodeToWrite {
  readonly head: NodeHead;
  /** Absent for empty texts, too. */
  readonly text?: Representation;
}

/** How the node at a place before is found. */
export type NodeBefore = (node: Noderev, place: Place) => Noderev;

const unknownMd5 = '0'.repeat(32);

/** The record of a deletion. */
export function deletionHead(path: string): NodeHead {
  return { path: path.slice(1), action: 'delete' };
}

/**
 * The record of a node that is there after the revision: with its properties and text where it is new or they were
 * stored anew. A text that was put once more the same counts as stored anew, as in Subversion.
 *
 * @throws RevstoreError `FS_NOT_FOUND`, `FS_NOT_FILE` where what it is compared to is missing or of another kind.
 * @see libsvn_repos/dump.c
 */
export function nodeRecord(
  store: Store,
  revision: number,
  { path, kind, action, copyFrom, compareTo }: NodeAction,
  node: Noderev,
  before: NodeBefore,
): NodeToWrite {
  const head: { -readonly [K in keyof NodeHead]: NodeHead[K] } = { path: path.slice(1), kind: kind!, action };
  let withText = kind === 'file';
  let withProperties = true;
  if (action === 'change' || copyFrom) {
    const place = copyFrom ?? compareTo ?? { revision: revision - 1, path };
    const old = before(node, place);
    withProperties = !sameStored(old.properties, node.properties);
    if (kind === 'file') {
      if (old.kind !== 'file') throw notFile(place.path);
      withText = !sameStored(old.text, node.text);
    }
    if (copyFrom) {
      head.action = 'add';
      head.copyFrom = { revision: copyFrom.revision, path: copyFrom.path.slice(1) };
      if (kind === 'file' && old.text) {
        if (old.text.md5 !== unknownMd5) head.copySourceMd5 = old.text.md5;
        if (old.text.sha1) head.copySourceSha1 = old.text.sha1;
      }
    }
  }
  if (withProperties) head.properties = store.nodes.properties(node);
  if (!withText) return { head };
  if (node.kind !== 'file') throw notFile(path);
  const { text } = node;
  head.textLength = text?.expandedSize ?? 0;
  if (text && text.md5 !== unknownMd5) head.textMd5 = text.md5;
  if (text?.sha1) head.textSha1 = text.sha1;
  return { head, ...(text && text.expandedSize > 0 ? { text } : {}) };
}

function notFile(path: string): RevstoreError {
  return new RevstoreError(fsErrors.FS_NOT_FILE, `'${path.slice(1)}' is not a file`, { data: { path } });
}

/** Whether two nodes have the very same representation, not only the same contents. */
function sameStored(a: Representation | undefined, b: Representation | undefined): boolean {
  if (!a || !b) return a === b;
  return a.revision === b.revision && a.itemIndex === b.itemIndex && a.uniquifier === b.uniquifier;
}
