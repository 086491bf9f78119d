import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { RevstoreError, systemError } from '@revstore/errors';
import {
  flushDirectory,
  makeDirectoryDurably,
  setMode,
  writeNewFile,
  type FlushPolicy,
} from '@revstore/files';
import { serializeHashDump } from '@revstore/proplist';
import { fsfsConfTemplate } from '../config/index.js';
import { fsErrors } from '../fsfs-errors/index.js';
import { formats, serializeFormatFile } from '../format/index.js';
import { StorePaths } from '../layout/index.js';
import { logicalRevisionZero } from './revision-zero.js';

/** How a store is made. */
export interface CreateFilesystemOptions {
  /** Number of the format; only 8. */
  readonly format?: 8;
  /** Revisions a shard holds, 1 to 999,999,999; default 1000. */
  readonly shardSize?: number;
  /** Default `durable`. */
  readonly flush?: FlushPolicy;
}

/** Larger ones do not fit the shard size of `db/format` as all readers take it. */
const maxShardSize = 999_999_999;

/**
 * Makes an empty store: revision 0 with an empty root directory.
 *
 * `format` is written last, so that a store that is not complete is not taken for one. After a failure the directory
 * stays as far as it got; the caller, who knows what was there before, removes it.
 *
 * @param db the `db` directory; it must not exist, its parent must.
 * @throws RevstoreError `BAD_SHARD_SIZE` for a shard size out of range, and the system's errors.
 * @see libsvn_fs_fs/fs_fs.c#svn_fs_fs__create
 */
export function createFilesystem(db: string, options: CreateFilesystemOptions = {}): void {
  const { format = 8, shardSize = 1000, flush = 'durable' } = options;
  if (!Number.isInteger(shardSize) || shardSize < 1 || shardSize > maxShardSize)
    throw new RevstoreError(
      fsErrors.BAD_SHARD_SIZE,
      `Shard size '${shardSize}' is out of range '[1, ${maxShardSize}]'`,
      { data: { actual: shardSize } },
    );
  const paths = new StorePaths(db, shardSize);
  const write = (path: string, contents: string | Uint8Array): void =>
    writeNewFile(path, typeof contents === 'string' ? Buffer.from(contents) : contents, { flush });

  // The directories below inherit the set-gid bit.
  makeDirectoryDurably(db, { setGroupId: true, flush });
  for (const directory of [
    paths.in('revs'),
    paths.revShard(0),
    paths.in('revprops'),
    paths.revpropShard(0),
    paths.in('transactions'),
    paths.in('txn-protorevs'),
  ])
    makeDirectoryDurably(directory, { flush });

  write(paths.in('fs-type'), 'fsfs\n');
  write(paths.current, '0\n');
  write(paths.writeLock, '');
  write(paths.uuid, `${randomUUID()}\n${randomUUID()}\n`);
  write(paths.config, fsfsConfTemplate);
  write(paths.revFile(0), logicalRevisionZero);
  makeReadOnly(paths.revFile(0));
  write(paths.revpropFile(0), serializeHashDump([['svn:date', Buffer.from(now())]]));
  makeReadOnly(paths.revpropFile(0));
  write(paths.minUnpackedRev, '0\n');
  write(paths.txnCurrent, '0\n');
  write(paths.txnCurrentLock, '');
  const features = formats.get(format)!;
  write(
    paths.format,
    serializeFormatFile({ features, layout: { kind: 'sharded', shardSize }, addressing: 'logical' }),
  );
  makeReadOnly(paths.format);
  if (flush === 'durable')
    for (const directory of [paths.revShard(0), paths.revpropShard(0), db]) flushDirectory(directory);
}

/** Takes the write bits away and leaves the others as the umask made them. */
function makeReadOnly(path: string): void {
  try {
    setMode(path, statSync(path).mode & 0o555);
  } catch (error) {
    throw systemError(error, `Can't set permissions on '${path}'`, { path });
  }
}

/** The time as revision properties have it; the clock gives milliseconds, the form has room for microseconds. */
function now(): string {
  return new Date().toISOString().replace('Z', '000Z');
}
