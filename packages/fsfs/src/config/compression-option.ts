import type { CodecName } from '@revstore/compression';
import { RevstoreError } from '@revstore/errors';
import { configErrors, int32Range, parseInteger, type ConfigFile } from '@revstore/config-file';

/** How new representations are compressed. */
export interface CompressionSetting {
  readonly codec: CodecName;
  /** Level of zlib, 0 to 9; 0 stores every section raw. 0 for `none`, 5 (of no meaning) for `lz4`. */
  readonly level: number;
  /** Version of the svndiff documents that are written: 0 for `none`, 1 for `zlib` at any level, 2 for `lz4`. */
  readonly svndiffVersion: 0 | 1 | 2;
}

const none: CompressionSetting = { codec: 'none', level: 0, svndiffVersion: 0 };
const lz4: CompressionSetting = { codec: 'lz4', level: 5, svndiffVersion: 2 };

function zlib(level: number): CompressionSetting {
  return { codec: 'zlib', level, svndiffVersion: 1 };
}

/** The setting of a store without one. @param format 1 to 8. */
export function defaultCompression(format: number): CompressionSetting {
  if (format >= 8) return lz4;
  return format >= 2 ? zlib(5) : none;
}

/**
 * Reads `compression` and its old form `compression-level`.
 *
 * @param format 4 to 8.
 * @throws RevstoreError `BAD_CONFIG_VALUE`, `BAD_NUMBER`.
 * @see libsvn_fs_fs/fs_fs.c#parse_compression_option
 */
export function readCompression(config: ConfigFile, format: number): CompressionSetting {
  const value = config.get('deltification', 'compression');
  const level = config.get('deltification', 'compression-level');
  if (value !== undefined && level !== undefined)
    throw badCompression(
      "The 'compression' and 'compression-level' config options are mutually exclusive",
      value,
    );
  if (level !== undefined) return zlib(Math.min(9, Math.max(0, Number(parseInteger(level, int32Range)))));
  if (value === undefined) return defaultCompression(format);
  const setting = parseCompression(value);
  if (setting.codec === 'lz4' && format < 8)
    throw badCompression("Compression type 'lz4' requires filesystem format 8 or higher", value);
  return setting;
}

function parseCompression(value: string): CompressionSetting {
  if (value === 'none') return none;
  if (value === 'lz4') return lz4;
  if (value === 'zlib') return zlib(5);
  if (value.startsWith('zlib-')) {
    const level = Number(parseInteger(value.slice('zlib-'.length), int32Range));
    if (level >= 1 && level <= 9) return zlib(level);
  }
  throw badCompression(`Invalid 'compression' value '${value}' in the config`, value);
}

function badCompression(message: string, actual: string): RevstoreError {
  return new RevstoreError(configErrors.BAD_CONFIG_VALUE, message, {
    data: { section: 'deltification', option: 'compression', actual },
  });
}
