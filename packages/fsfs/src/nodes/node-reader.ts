import { RevstoreError } from '@revstore/errors';
import { parseHashDump } from '@revstore/proplist';
import { LruCache } from '../cache/index.js';
import { corrupt } from '../fsfs-errors/index.js';
import { serializeNoderevId, type ItemAddress, type NoderevId } from '../ids/index.js';
import type { Representation, RepReader } from '../reps/index.js';
import type { RevisionFiles } from '../addressing/index.js';
import { Directory, parseDirectory, type DirectoryEntry } from './directory.js';
import { findNoderevEnd, parseNoderev, type Noderev } from './noderev.js';

const noderevCost = 1024;
const entryCost = 200;
const noProperties: ReadonlyMap<string, Uint8Array> = new Map();
const emptyDirectory = new Directory([]);

function addressKey(address: ItemAddress): string {
  return `${address.revision}/${address.itemIndex}`;
}

/** With the checksum, so that a damaged reference to another directory is read, and found out, each time. */
function directoryKey(rep: Representation): string {
  return `${addressKey(rep)} ${rep.md5}`;
}

/** What messages call a node-revision: its id where that is known. */
function label(address: ItemAddress | NoderevId): string {
  return 'nodeId' in address ? serializeNoderevId(address) : addressKey(address);
}

/** Reads nodes of committed revisions; keeps parsed directories and their node-revisions. */
export class NodeReader {
  readonly #files: RevisionFiles;
  readonly #reps: RepReader;
  readonly #noderevs: LruCache<string, Noderev>;
  readonly #directories: LruCache<string, Directory>;

  /** @param cacheBytes budget of both caches together. */
  constructor(files: RevisionFiles, reps: RepReader, cacheBytes: number) {
    this.#files = files;
    this.#reps = reps;
    this.#noderevs = new LruCache(cacheBytes / 2);
    this.#directories = new LruCache(cacheBytes / 2);
  }

  /**
   * The node-revision at an address.
   *
   * @throws RevstoreError `FS_CORRUPT` with file, revision and offset; `FS_NO_SUCH_REVISION`.
   */
  noderev(address: ItemAddress | NoderevId): Noderev {
    const key = addressKey(address);
    const cached = this.#noderevs.get(key);
    if (cached) return cached;
    const { file, offset, itemIndex } = this.#files.locate(address);
    let length = Math.min(1024, file.contentEnd - offset);
    for (;;) {
      const bytes = file.read(offset, length);
      const end = findNoderevEnd(bytes);
      if (end >= 0) {
        let node: Noderev;
        try {
          node = parseNoderev(bytes.subarray(0, end));
          if (node.id.revision !== address.revision || node.id.itemIndex !== itemIndex)
            throw corrupt('Node-revision id and address differ', {
              expected: key,
              actual: addressKey(node.id),
            });
        } catch (error) {
          throw corrupt(
            `Corrupt node-revision '${label(address)}'`,
            { file: file.path, revision: address.revision, offset },
            error,
          );
        }
        // Paths lead through directories again and again; a file's is asked for once.
        if (node.kind === 'dir') this.#noderevs.set(key, node, noderevCost);
        return node;
      }
      if (length >= file.contentEnd - offset)
        throw corrupt(`Corrupt node-revision '${label(address)}': it does not end`, {
          file: file.path,
          revision: address.revision,
          offset,
        });
      length = Math.min(length * 8, file.contentEnd - offset);
    }
  }

  /** The entries of a directory node. @throws RevstoreError `FS_CORRUPT` */
  directory(node: Noderev): Directory {
    if (!node.text) return emptyDirectory;
    const key = directoryKey(node.text);
    const cached = this.#directories.get(key);
    if (cached) return cached;
    const directory = this.#parse(node, node.text, 'directory', parseDirectory);
    this.#keep(key, directory);
    return directory;
  }

  /** Keeps a directory that was just written, for the next commit is likely to change it again. */
  keepDirectory(rep: Representation, entries: readonly DirectoryEntry[]): void {
    this.#keep(directoryKey(rep), new Directory(entries));
  }

  /** The property list of a node; values are views that must not be changed. @throws RevstoreError `FS_CORRUPT` */
  properties(node: Noderev): ReadonlyMap<string, Uint8Array> {
    if (!node.properties) return noProperties;
    return this.#parse(node, node.properties, 'property list', (bytes) => parseHashDump(bytes));
  }

  /** Forgets all nodes. */
  forget(): void {
    this.#noderevs.clear();
    this.#directories.clear();
  }

  #keep(key: string, directory: Directory): void {
    this.#directories.set(key, directory, directory.entries.length * entryCost + 200);
  }

  #parse<T>(node: Noderev, rep: Representation, what: string, parse: (bytes: Uint8Array) => T): T {
    let bytes: Uint8Array;
    try {
      bytes = this.#reps.readAll(rep);
    } catch (error) {
      // Where it does not say more, what the node-revision refers to is not there.
      throw this.#unreadable(node, what, node.id, error);
    }
    try {
      return parse(bytes);
    } catch (error) {
      throw this.#unreadable(node, what, rep, error);
    }
  }

  #unreadable(node: Noderev, what: string, damaged: ItemAddress, cause: unknown): RevstoreError {
    let place = cause instanceof RevstoreError ? cause.data : {};
    if (place.file === undefined || place.offset === undefined) {
      const { file, offset } = this.#files.locate(damaged);
      place = { file: file.path, revision: damaged.revision, offset };
    }
    return corrupt(
      `Can't read the ${what} of node-revision '${addressKey(node.id)}' (path '${node.createdPath}')`,
      { ...place, path: node.createdPath },
      cause,
    );
  }
}
