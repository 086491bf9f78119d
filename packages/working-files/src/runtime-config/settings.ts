import { readFile } from 'node:fs/promises';
import type { ConfigFile } from '@revstore/config-file';
import { systemError } from '@revstore/errors';
import { AutoProps, type AutoPropsRow } from '../auto-props/index.js';
import { DEFAULT_GLOBAL_IGNORES, parsePatternList } from '../ignores/index.js';
import { parseMimeTypes } from '../mime/index.js';

/** What the runtime configuration says about files. */
export interface FileSettings {
  readonly globalIgnores: readonly string[];
  /** Whether `autoProps` apply where the caller has no wish of its own. */
  readonly enableAutoProps: boolean;
  /** The rows of `[auto-props]`, in the order they stand; there even where they are not enabled. */
  readonly autoProps: readonly AutoPropsRow[];
  /** Extension to type, from the `mime-types-file`; empty where there is none. */
  readonly mimeTypes: ReadonlyMap<string, string>;
}

async function readMimeTypes(path: string): Promise<Map<string, string>> {
  try {
    return parseMimeTypes(await readFile(path));
  } catch (error) {
    throw systemError(error, `Can't open file '${path}'`, { path });
  }
}

/**
 * Takes the settings about files from the configuration, and reads the `mime-types-file` that it names.
 *
 * @param options.enableAutoProps what `--auto-props` (true) or `--no-auto-props` (false) says; then the configuration's
 * `enable-auto-props` is not looked at.
 * @throws RevstoreError BAD_CONFIG_VALUE (E125009) for an `enable-auto-props` that is no boolean, or the system's error.
 */
export async function readFileSettings(
  config: ConfigFile,
  options: { readonly enableAutoProps?: boolean } = {},
): Promise<FileSettings> {
  const ignores = config.get('miscellany', 'global-ignores');
  const mimeTypesFile = config.get('miscellany', 'mime-types-file') ?? '';
  const mimeTypes = mimeTypesFile === '' ? new Map<string, string>() : await readMimeTypes(mimeTypesFile);
  const autoProps = new AutoProps();
  for (const { name, value } of config.options('auto-props')) autoProps.addRow(name, value);
  return {
    globalIgnores: ignores === undefined ? DEFAULT_GLOBAL_IGNORES : parsePatternList(ignores),
    enableAutoProps: options.enableAutoProps ?? config.getBoolean('miscellany', 'enable-auto-props', false),
    autoProps: autoProps.rows(),
    mimeTypes,
  };
}
