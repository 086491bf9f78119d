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
import {
  formats,
  serializeFormatFile,
  type Addressing,
  type FilesystemFormat,
  type Layout,
} from '../format/index.js';
import { StorePaths } from '../layout/index.js';
import { logicalRevisionZero, physicalRevisionZero } from './revision-zero.js';

/** How a store is made. */
export interface CreateFilesystemOptions {
  /** Number of a released format; default 8. */
  readonly format?: 1 | 2 | 3 | 4 | 6 | 7 | 8;
  /** Default sharded from format 3 on; before, only linear. */
  readonly layout?: Layout['kind'];
  /** Revisions a shard holds, 1 to 999,999,999; default 1000. Unused in a linear layout. */
  readonly shardSize?: number;
  /** Default logical where the store is sharded and of format 7 or later, else physical. */
  readonly addressing?: Addressing;
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
 * @throws RevstoreError `BAD_SHARD_SIZE` for a shard size out of range, `BAD_FORMAT_COMBINATION` for a layout or addressing
 * that the format does not have, and the system's errors.
 * @see libsvn_fs_fs/fs_fs.c#svn_fs_fs__create
 */
export function createFilesystem(db: string, options: CreateFilesystemOptions = {}): void {
  const { flush = 'durable' } = options;
  const format = formatOf(options);
  const { features, layout, addressing } = format;
  const sharded = layout.kind === 'sharded';
  const paths = new StorePaths(db, sharded ? layout.shardSize : 0);
  const write = (path: string, contents: string | Uint8Array): void =>
    writeNewFile(path, typeof contents === 'string' ? Buffer.from(contents) : contents, { flush });

  // The directories below inherit the set-gid bit.
  makeDirectoryDurably(db, { setGroupId: true, flush });
  for (const directory of [
    paths.in('revs'),
    ...(sharded ? [paths.revShard(0)] : []),
    paths.in('revprops'),
    ...(sharded ? [paths.revpropShard(0)] : []),
    paths.in('transactions'),
    ...(features.txnCurrent ? [paths.in('txn-protorevs')] : []),
  ])
    makeDirectoryDurably(directory, { flush });

  write(paths.in('fs-type'), 'fsfs\n');
  // Without revisions in ids it has the next node and copy id, too.
  write(paths.current, features.revisionInIds ? '0\n' : '0 1 1\n');
  write(paths.writeLock, '');
  write(paths.uuid, features.instanceIds ? `${randomUUID()}\n${randomUUID()}\n` : `${randomUUID()}\n`);
  if (features.configFile) write(paths.config, fsfsConfTemplate);
  write(paths.revFile(0), addressing === 'logical' ? logicalRevisionZero : physicalRevisionZero);
  makeReadOnly(paths.revFile(0));
  write(paths.revpropFile(0), serializeHashDump([['svn:date', Buffer.from(now())]]));
  makeReadOnly(paths.revpropFile(0));
  if (features.packing) write(paths.minUnpackedRev, '0\n');
  if (features.txnCurrent) {
    write(paths.txnCurrent, '0\n');
    write(paths.txnCurrentLock, '');
  }
  write(paths.format, serializeFormatFile(format));
  makeReadOnly(paths.format);
  if (flush === 'durable')
    for (const directory of [paths.revShard(0), paths.revpropShard(0), db]) flushDirectory(directory);
}

/** The lines of `db/format` that the options ask for. */
function formatOf(options: CreateFilesystemOptions): FilesystemFormat {
  const { format = 8, shardSize = 1000 } = options;
  const features = formats.get(format)!;
  if (!Number.isInteger(shardSize) || shardSize < 1 || shardSize > maxShardSize)
    throw new RevstoreError(
      fsErrors.BAD_SHARD_SIZE,
      `Shard size '${shardSize}' is out of range '[1, ${maxShardSize}]'`,
      { data: { actual: shardSize } },
    );
  const { layout = features.layoutOption ? 'sharded' : 'linear' } = options;
  const canBeLogical = features.addressingOption && layout === 'sharded';
  const { addressing = canBeLogical ? 'logical' : 'physical' } = options;
  if ((layout === 'sharded' && !features.layoutOption) || (addressing === 'logical' && !canBeLogical))
    throw new RevstoreError(
      fsErrors.BAD_FORMAT_COMBINATION,
      `Format ${format} has no ${layout} layout with ${addressing} addressing`,
      { data: { actual: format } },
    );
  return {
    features,
    layout: layout === 'sharded' ? { kind: layout, shardSize } : { kind: layout },
    addressing,
  };
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
