import { RevstoreError } from '@revstore/errors';
import { ConfigFile, configErrors, parseConfigFile, parseInteger } from '@revstore/config-file';
import {
  adaptiveCompressionDefaults,
  readAdaptiveCompression,
  type AdaptiveCompressionSettings,
} from './adaptive-compression.js';
import { defaultCompression, readCompression, type CompressionSetting } from './compression-option.js';

/** What `db/fsfs.conf` asks for, with the defaults of the store's format where it is silent. */
export interface FsfsSettings {
  /** Whether equal contents are stored once; false before format 4. */
  readonly repSharing: boolean;
  readonly dirDeltification: boolean;
  readonly propsDeltification: boolean;
  /** Changes of a node that a commit may go back for a delta base; 0 or less: none, all is stored in full. */
  readonly maxDeltificationWalk: number;
  /** Deltas in a row that each build on the latest change; 1 or less: skip-deltas only. */
  readonly maxLinearDeltification: number;
  readonly compression: CompressionSetting;
  /** Bytes of revision properties in one packed file. */
  readonly revpropPackSize: number;
  readonly compressPackedRevprops: boolean;
  /** Bytes, a power of two of up to 2^62: a wish to be capped by whoever allocates. */
  readonly blockSize: number;
  /** Entries of an l2p page, a power of two of up to 2^59. */
  readonly l2pPageSize: number;
  /** Bytes that a p2l page describes, a power of two of up to 2^62. */
  readonly p2lPageSize: number;
  readonly packAfterCommit: boolean;
  readonly verifyBeforeCommit: boolean;
  /** Whether an error of a cache fails the operation. */
  readonly failStop: boolean;
  readonly adaptiveCompression: AdaptiveCompressionSettings;
}

const kByte = 1024;
/** Largest object svn thinks it can have in memory. */
const maxObjectSize = 2n ** 63n - 1n;

/**
 * Reads the settings of a store. `[memcached-servers]` is not looked at.
 *
 * @param bytes contents of `db/fsfs.conf`, `undefined` where there is no such file.
 * @param format number of the store's format, 1 to 8; options that came with a later format are not consulted.
 * @param fileName path named in errors.
 * @throws RevstoreError `MALFORMED_CONFIG_FILE`, `BAD_CONFIG_VALUE` or `BAD_NUMBER`, for the first error in the order
 * in which svn looks at the options, then for `[adaptive-compression]`.
 * @see libsvn_fs_fs/fs_fs.c#read_config
 */
export function parseFsfsConfig(
  bytes: Uint8Array | undefined,
  format: number,
  fileName: string,
): FsfsSettings {
  const config = bytes ? parseConfigFile(bytes, { name: fileName }) : new ConfigFile();
  const deltification = format >= 4;
  const logical = format >= 7;

  const repSharing = deltification && config.getBoolean('rep-sharing', 'enable-rep-sharing', true);
  const dirDeltification =
    deltification && config.getBoolean('deltification', 'enable-dir-deltification', true);
  const propsDeltification =
    deltification && config.getBoolean('deltification', 'enable-props-deltification', true);
  const maxDeltificationWalk = deltification
    ? config.getInteger('deltification', 'max-deltification-walk', 1023)
    : 1023;
  const maxLinearDeltification = deltification
    ? config.getInteger('deltification', 'max-linear-deltification', 16)
    : 16;

  const compressPackedRevprops =
    format >= 6 && config.getBoolean('packed-revprops', 'compress-packed-revprops', false);
  const revpropPackSize =
    kByte *
    (format >= 6
      ? config.getInteger('packed-revprops', 'revprop-pack-size', compressPackedRevprops ? 64 : 16)
      : 64);

  const sizes = logical ? readPageSizes(config) : { block: 4, l2pPage: 8192, p2lPage: 1024 };

  const packAfterCommit = deltification && config.getBoolean('debug', 'pack-after-commit', false);
  const compression = deltification ? readCompression(config, format) : defaultCompression(format);
  const verifyBeforeCommit = config.getBoolean('debug', 'verify-before-commit', false);
  const failStop = config.getBoolean('caches', 'fail-stop', false);

  return {
    repSharing,
    dirDeltification,
    propsDeltification,
    maxDeltificationWalk,
    maxLinearDeltification,
    compression,
    revpropPackSize,
    compressPackedRevprops,
    blockSize: sizes.block * kByte,
    l2pPageSize: sizes.l2pPage,
    p2lPageSize: sizes.p2lPage * kByte,
    packAfterCommit,
    verifyBeforeCommit,
    failStop,
    adaptiveCompression: deltification ? readAdaptiveCompression(config) : adaptiveCompressionDefaults,
  };
}

interface PageSizes {
  /** kBytes. */
  readonly block: number;
  /** Entries. */
  readonly l2pPage: number;
  /** kBytes. */
  readonly p2lPage: number;
}

/** All three are parsed before any is judged, as svn does. */
function readPageSizes(config: ConfigFile): PageSizes {
  const block = readSize(config, 'block-size', 64n);
  const l2pPage = readSize(config, 'l2p-page-size', 8192n);
  const p2lPage = readSize(config, 'p2l-page-size', 1024n);
  return {
    block: checkSize(block, 1024n, 'block-size'),
    p2lPage: checkSize(p2lPage, 1024n, 'p2l-page-size'),
    l2pPage: checkSize(l2pPage, 8n, 'l2p-page-size'),
  };
}

function readSize(config: ConfigFile, option: string, fallback: bigint): bigint {
  const text = config.get('io', option);
  return text === undefined ? fallback : parseInteger(text);
}

/** @param itemSize bytes of what `size` counts. */
function checkSize(size: bigint, itemSize: bigint, option: string): number {
  const setting = `fsfs.conf setting '${option}'`;
  if (size <= 0n) throw badSize(`${size} is too small for ${setting}.`, option, size);
  if (size > maxObjectSize / itemSize) throw badSize(`${size} is too large for ${setting}.`, option, size);
  if ((size & (size - 1n)) !== 0n)
    throw badSize(`${size} is invalid for ${setting} because it is not a power of 2.`, option, size);
  return Number(size);
}

function badSize(message: string, option: string, size: bigint): RevstoreError {
  return new RevstoreError(configErrors.BAD_CONFIG_VALUE, message, {
    data: { section: 'io', option, actual: `${size}` },
  });
}
