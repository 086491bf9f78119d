/**
 * Every file name below `db/`, and the small files that say where the store stands: `current`, `min-unpacked-rev`,
 * `uuid`.
 *
 * @see structure#Layout of the FS directory
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { readWholeFile, replaceFile } from '@revstore/files';
import { RevstoreError } from '@revstore/errors';
import { fsErrors, corrupt } from '../fsfs-errors/index.js';
import { parseFormatFile, type FilesystemFormat } from '../format/index.js';

/** Names of the files of one store. Pure: nothing is read or written. */
export class StorePaths {
  /** The `db` directory. */
  readonly db: string;
  /** Revisions a shard holds, or 0 in the linear layout. */
  readonly shardSize: number;

  constructor(db: string, shardSize: number) {
    this.db = db;
    this.shardSize = shardSize;
  }

  in(...names: string[]): string {
    return join(this.db, ...names);
  }

  get current(): string {
    return this.in('current');
  }
  get format(): string {
    return this.in('format');
  }
  get uuid(): string {
    return this.in('uuid');
  }
  get config(): string {
    return this.in('fsfs.conf');
  }
  get minUnpackedRev(): string {
    return this.in('min-unpacked-rev');
  }
  get writeLock(): string {
    return this.in('write-lock');
  }
  get packLock(): string {
    return this.in('pack-lock');
  }
  get txnCurrent(): string {
    return this.in('txn-current');
  }
  get txnCurrentLock(): string {
    return this.in('txn-current-lock');
  }
  get locks(): string {
    return this.in('locks');
  }
  /** Transactions in Revstore's own form; Subversion does not look here. */
  get ownTransactions(): string {
    return this.in('revstore', 'transactions');
  }

  shardOf(revision: number): number {
    return Math.floor(revision / this.shardSize);
  }

  /** Directory that holds the revision file of `revision` while it is not packed. */
  revShard(revision: number): string {
    return this.shardSize ? this.in('revs', String(this.shardOf(revision))) : this.in('revs');
  }
  revFile(revision: number): string {
    return join(this.revShard(revision), String(revision));
  }
  packFile(revision: number): string {
    return this.in('revs', `${this.shardOf(revision)}.pack`, 'pack');
  }
  /** Where revisions begin in a pack file with physical addressing. */
  packManifest(revision: number): string {
    return this.in('revs', `${this.shardOf(revision)}.pack`, 'manifest');
  }
  revpropShard(revision: number): string {
    return this.shardSize ? this.in('revprops', String(this.shardOf(revision))) : this.in('revprops');
  }
  revpropFile(revision: number): string {
    return join(this.revpropShard(revision), String(revision));
  }
  /** A file of the directory that holds the packed revprops of `revision`'s shard. */
  revpropPack(revision: number, name: string): string {
    return this.in('revprops', `${this.shardOf(revision)}.pack`, name);
  }
}

function readText(path: string): string {
  return Buffer.from(readWholeFile(path)).toString('latin1');
}

/** Reads `db/format`. @throws RevstoreError as {@link parseFormatFile}. */
export function readFormat(db: string): FilesystemFormat {
  const path = join(db, 'format');
  return parseFormatFile(readText(path), path);
}

/**
 * Checks that `db/fs-type` says FSFS: Subversion's other stores use some of the same file names.
 *
 * @throws RevstoreError `FS_UNKNOWN_FS_TYPE` (E160033)
 */
export function checkType(db: string): void {
  const file = join(db, 'fs-type');
  const [type] = readText(file).split('\n', 1);
  if (type !== 'fsfs')
    throw new RevstoreError(fsErrors.FS_UNKNOWN_FS_TYPE, `Unknown FS type '${type}'`, {
      data: { file, actual: type.slice(0, 40) },
    });
}

/** Parses `current`: the youngest revision (formats 1 and 2 add two counters). */
export function parseCurrent(text: string): number {
  const match = /^([0-9]{1,15})(?: [0-9a-z]+ [0-9a-z]+)?\n/.exec(text);
  if (!match) throw corrupt("Corrupt 'current' file", { actual: text.slice(0, 40) });
  return Number(match[1]);
}

/** The youngest revision, read from disk. */
export function readYoungest(paths: StorePaths): number {
  return parseCurrent(readText(paths.current));
}

/** The first revision that is not in a pack file. */
export function readMinUnpackedRev(paths: StorePaths): number {
  const text = readText(paths.minUnpackedRev);
  if (!/^[0-9]{1,15}\n/.test(text))
    throw corrupt(`File '${paths.minUnpackedRev}' does not hold a revision number`, {
      file: paths.minUnpackedRev,
      actual: text.slice(0, 40),
    });
  return parseInt(text, 10);
}

/**
 * Gives the repository another UUID and, as it is not the same repository any more, another instance id. The caller has
 * the write lock.
 *
 * @param hasInstanceId whether the format has one; without, the UUID stands for it.
 * @throws RevstoreError `BAD_UUID` (E125008); of the system.
 */
export function writeUuid(paths: StorePaths, uuid: string, hasInstanceId: boolean): StoreIds {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid))
    throw new RevstoreError(fsErrors.BAD_UUID, `Malformed UUID '${uuid}'`, { data: { actual: uuid } });
  const instanceId = hasInstanceId ? randomUUID() : uuid;
  const lines = hasInstanceId ? `${uuid}\n${instanceId}\n` : `${uuid}\n`;
  replaceFile(paths.uuid, Buffer.from(lines, 'latin1'), { modeFrom: paths.current });
  return { uuid, instanceId };
}

/** The repository's UUID and, from format 7 on, the id of this copy of it. */
export interface StoreIds {
  readonly uuid: string;
  readonly instanceId: string;
}

/** Reads `uuid`. @throws RevstoreError `FS_CORRUPT`; `Can't open file '…'`. */
export function readIds(paths: StorePaths): StoreIds {
  const [uuid, instanceId] = readText(paths.uuid).split('\n');
  if (!/^[0-9a-fA-F-]{36}$/.test(uuid))
    throw new RevstoreError(fsErrors.FS_CORRUPT, `File '${paths.uuid}' does not hold a UUID`, {
      data: { file: paths.uuid, actual: uuid.slice(0, 60) },
    });
  return { uuid, instanceId: instanceId || uuid };
}
