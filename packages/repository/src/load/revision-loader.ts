import { toHex } from '@revstore/bytes';
import type { NodeRecord } from '@revstore/dumpstream';
import { RevstoreError } from '@revstore/errors';
import {
  fsErrors,
  joinPath,
  pathFault,
  type Store,
  type Transaction,
  type TransactionEditor,
} from '@revstore/fsfs';
import type { LoadEvent } from '../api/index.js';
import type { MergeinfoPlace } from './adjust-mergeinfo.js';
import { applyDelta } from './delta-text.js';
import { checksumMismatch, loadErrors } from './load-errors.js';
import type { LoadedProperties } from './load-properties.js';

/** Texts up to this many bytes are handled in one piece. */
const wholeText = 1024 * 1024;
const emptyMd5 = 'd41d8cd98f00b204e9800998ecf8427e';

/** What the nodes of a revision are loaded into. */
export interface RevisionTarget {
  readonly store: Store;
  readonly txn: Transaction;
  readonly editor: TransactionEditor;
  /** The revision of the stream. */
  readonly revision: number;
  readonly place: MergeinfoPlace;
  readonly properties: LoadedProperties;
  readonly tell: (event: LoadEvent) => void;
  readonly signal?: AbortSignal;
}

/** Applies the records of a revision's nodes to a transaction. @see libsvn_repos/load-fs-vtable.c */
export class RevisionLoader {
  readonly #target: RevisionTarget;

  constructor(target: RevisionTarget) {
    this.#target = target;
  }

  /**
   * @throws RevstoreError of what can't be done: as the editor does; `CHECKSUM_MISMATCH` (E200014); of properties;
   * `STREAM_UNRECOGNIZED_DATA` (E140002). The signal's reason.
   */
  async apply(record: NodeRecord): Promise<void> {
    const { tell, place } = this.#target;
    const path = joinPath(place.parent, relativePath(record.path));
    if (record.action === undefined)
      throw new RevstoreError(
        loadErrors.STREAM_UNRECOGNIZED_DATA,
        `Unrecognized node-action on node '${path.slice(1)}'`,
        { data: { path } },
      );
    for (const digest of [record.textMd5, record.deltaBaseMd5, record.copySourceMd5]) checkDigest(digest);
    tell({ type: 'node-start', path: path.slice(1) });
    if (record.action === 'delete' || record.action === 'replace') this.#target.editor.delete(path);
    if (record.action === 'add' || record.action === 'replace') this.#add(record, path);
    this.#setProperties(record, path);
    await this.#setText(record, path);
  }

  #add({ kind, copyFrom, copySourceMd5 }: NodeRecord, path: string): void {
    const { store, editor, place, revision, tell } = this.#target;
    const fault = pathFault(path.slice(1));
    if (fault) throw new RevstoreError(fsErrors.FS_PATH_SYNTAX, fault, { data: { path } });
    if (!copyFrom) {
      if (kind === 'file') editor.makeFile(path);
      else if (kind === 'dir') editor.makeDirectory(path);
      return;
    }
    const from = joinPath(place.parent, relativePath(copyFrom.path));
    const source = place.revisions.get(copyFrom.revision) ?? copyFrom.revision - place.olderOffset;
    if (source < 0)
      throw new RevstoreError(
        fsErrors.FS_NO_SUCH_REVISION,
        `Relative source revision ${source} is not available in current repository`,
        { data: { revision: source } },
      );
    if (copySourceMd5 !== undefined) {
      const text = store.tree(source).get(from).text;
      checkMd5(
        copySourceMd5,
        text?.md5 ?? emptyMd5,
        `Copy source checksum mismatch on copy from '${from.slice(1)}'@${source}\n` +
          `to '${path.slice(1)}' in rev based on r${revision}`,
      );
    }
    // A copy takes the place of what is there.
    if (editor.find(path)) {
      store.tree(source).get(from);
      editor.delete(path);
    }
    editor.copy({ revision: source, path: from }, path);
    tell({ type: 'node-copied' });
  }

  #setProperties({ properties, propertyDelta }: NodeRecord, path: string): void {
    if (!properties) return;
    const { editor, place, properties: loaded } = this.#target;
    const before = editor.properties(path);
    const changes = new Map<string, Uint8Array | undefined>();
    if (!propertyDelta) for (const name of before.keys()) changes.set(name, undefined);
    for (const [name, stored] of properties) {
      if (stored === undefined) {
        // Nothing changes where there is nothing to remove.
        if (before.has(name)) changes.set(name, undefined);
        else changes.delete(name);
        continue;
      }
      const value = name === 'svn:mergeinfo' ? loaded.mergeinfo(stored, place, path) : stored;
      changes.set(name, new Uint8Array(loaded.ready(name, value)));
    }
    if (changes.size > 0) editor.setProperties(path, changes);
  }

  async #setText({ text, textDelta, deltaBaseMd5, textMd5 }: NodeRecord, path: string): Promise<void> {
    if (!text) return;
    const { store, editor, txn, signal } = this.#target;
    if (editor.get(path).kind !== 'file')
      throw new RevstoreError(
        fsErrors.FS_NOT_FILE,
        'Attempted to set textual contents of a *non*-file node',
        { data: { path } },
      );
    if (!textDelta) await editor.putText(path, text.bytes ?? text.chunks(), signal);
    else {
      if (deltaBaseMd5 !== undefined)
        checkMd5(deltaBaseMd5, this.#md5Of(path), `Base checksum mismatch on '${path}'`);
      const made = applyDelta(editor.readText(path, signal), text.chunks(), store.provider);
      await editor.putText(path, await wholeOrChunks(made), signal);
    }
    const own = txn.edits.text(editor.get(path).row);
    if (textMd5 !== undefined && own) checkMd5(textMd5, toHex(own.md5), `Checksum mismatch for '${path}'`);
  }

  /** MD5 of a file's text as it is now. */
  #md5Of(path: string): string {
    const { editor, txn } = this.#target;
    const { row, committed } = editor.get(path);
    const own = row < 0 ? undefined : txn.edits.text(row);
    return own ? toHex(own.md5) : (committed?.text?.md5 ?? emptyMd5);
  }
}

/** A path of the stream without what says nothing: slashes to spare, and single dots. */
export function relativePath(path: string): string {
  return path
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/');
}

/** A short text in one piece, a long one as it comes. */
async function wholeOrChunks(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const next = await chunks.next();
    if (next.done) return Buffer.concat(parts);
    parts.push(next.value);
    length += next.value.length;
    if (length > wholeText) break;
  }
  return (async function* () {
    yield* parts;
    yield* chunks;
  })();
}

/** @throws RevstoreError `BAD_CHECKSUM_PARSE` (E125012) for a header that holds no MD5. */
function checkDigest(header: string | undefined): void {
  if (header !== undefined && !/^[0-9a-f]{32}/i.test(header))
    throw new RevstoreError(loadErrors.BAD_CHECKSUM_PARSE, 'Invalid character in hex checksum', {
      data: { actual: header },
    });
}

/** Digests of zeros stand for none, as in Subversion. */
function checkMd5(header: string, actual: string, message: string): void {
  const expected = header.slice(0, 32).toLowerCase();
  if (expected !== actual && !/^0+$/.test(expected) && !/^0+$/.test(actual))
    throw checksumMismatch(message, expected, actual);
}
