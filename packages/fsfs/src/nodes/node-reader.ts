import { parseHashDump } from '@revstore/proplist';
import { LruCache } from '../cache/index.js';
import { corrupt } from '../fsfs-errors/index.js';
import { serializeNoderevId, type ItemAddress, type NoderevId } from '../ids/index.js';
import type { RepReader } from '../reps/index.js';
import type { RevisionFiles } from '../addressing/index.js';
import { Directory, parseDirectory } from './directory.js';
import { findNoderevEnd, parseNoderev, type Noderev } from './noderev.js';

const noderevCost = 1024;
const entryCost = 200;
const noProperties: ReadonlyMap<string, Uint8Array> = new Map();
const emptyDirectory = new Directory([]);

function addressKey(address: ItemAddress): string {
  return `${address.revision}/${address.itemIndex}`;
}

/** What messages call a node-revision: its id where that is known. */
function label(address: ItemAddress | NoderevId): string {
  return 'nodeId' in address ? serializeNoderevId(address) : addressKey(address);
}

/** Reads nodes of committed revisions, with caches of parsed node-revisions and directories. */
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
    const { file, offset } = this.#files.locate(address);
    let length = Math.min(1024, file.contentEnd - offset);
    for (;;) {
      const bytes = file.read(offset, length);
      const end = findNoderevEnd(bytes);
      if (end >= 0) {
        let node: Noderev;
        try {
          node = parseNoderev(bytes.subarray(0, end));
          if (node.id.revision !== address.revision || node.id.itemIndex !== address.itemIndex)
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
        this.#noderevs.set(key, node, noderevCost);
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
    const key = addressKey(node.text);
    const cached = this.#directories.get(key);
    if (cached) return cached;
    const directory = this.#parse(node, 'directory', () => parseDirectory(this.#reps.readAll(node.text!)));
    this.#directories.set(key, directory, directory.entries.length * entryCost + 200);
    return directory;
  }

  /** The property list of a node; values are views that must not be changed. @throws RevstoreError `FS_CORRUPT` */
  properties(node: Noderev): ReadonlyMap<string, Uint8Array> {
    if (!node.properties) return noProperties;
    return this.#parse(node, 'property list', () => parseHashDump(this.#reps.readAll(node.properties!)));
  }

  #parse<T>(node: Noderev, what: string, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw corrupt(
        `Can't read the ${what} of node-revision '${addressKey(node.id)}' (path '${node.createdPath}')`,
        { revision: node.id.revision, path: node.createdPath },
        error,
      );
    }
  }
}
