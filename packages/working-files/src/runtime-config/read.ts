import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigFile, mergeConfig, parseConfigFile } from '@revstore/config-file';
import { isSystemError, RevstoreError, systemError } from '@revstore/errors';
import { workingFileErrors } from '../errors.js';
import type { ConfigOptionArgument } from './config-option.js';
import { KNOWN_FILES } from './known-names.js';

/** The configuration that is in force. */
export interface RuntimeConfig {
  /** The merged file `config`. */
  readonly config: ConfigFile;
  /** What svn warns of on stderr and goes on. */
  readonly warnings: readonly RevstoreError[];
}

async function readConfig(path: string): Promise<ConfigFile | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined;
    throw systemError(error, `Can't open file '${path}'`, { path });
  }
  return parseConfigFile(bytes, { name: path });
}

/**
 * Reads the file `config` of each directory and applies `--config-option`s on top. A file that is missing counts as
 * empty; when one may not be read, svn warns and uses none of them.
 *
 * @param directories in order, later ones override: the system's and the user's, or the one of `--config-dir` alone.
 * @throws RevstoreError MALFORMED_CONFIG_FILE (E200002), or the system's error.
 */
export async function readRuntimeConfig(
  directories: readonly string[],
  options: readonly ConfigOptionArgument[] = [],
): Promise<RuntimeConfig> {
  const warnings: RevstoreError[] = [];
  let config = new ConfigFile();
  try {
    for (const directory of directories) {
      const found = await readConfig(join(directory, 'config'));
      if (found !== undefined) config = mergeConfig(config, found);
    }
  } catch (error) {
    if (!(error instanceof RevstoreError) || (error.code !== 'EACCES' && error.code !== 'ENOTDIR'))
      throw error;
    warnings.push(error);
    config = new ConfigFile();
  }
  for (const { file, section, option, value } of options) {
    if (file === 'config') config.set(section, option, value);
    else if (!KNOWN_FILES.includes(file)) {
      warnings.push(
        new RevstoreError(
          workingFileErrors.CL_ARG_PARSING_ERROR,
          'Unrecognized file in argument of --config-option',
          { data: { actual: file } },
        ),
      );
    }
  }
  return { config, warnings };
}
