import type { Report } from '@revstore/command-line';
import type { ImportOptions } from '@revstore/repository';
import { readFileSettings } from '@revstore/working-files';
import type { RepoState } from './repo-state.js';
import { readConfiguration } from './runtime-configuration.js';

/** What the runtime configuration says about an import. */
export interface ImportSettings {
  readonly options: Pick<ImportOptions, 'globalIgnores' | 'autoProps' | 'enableAutoProps' | 'mimeTypes'>;
  /** Character set of log messages. */
  readonly logEncoding?: string;
}

/**
 * Reads the configuration of the system and the user, or that of `--config-dir` alone, and applies the options for it.
 * Nothing is ever written there.
 *
 * @throws RevstoreError for a file that cannot be understood.
 */
export async function readImportSettings(state: RepoState, report: Report): Promise<ImportSettings> {
  const config = await readConfiguration(state, report);
  const wish = state.noAutoProps ? false : state.autoProps;
  const settings = await readFileSettings(config, wish === undefined ? {} : { enableAutoProps: wish });
  const logEncoding = config.get('miscellany', 'log-encoding');
  return {
    options: {
      globalIgnores: settings.globalIgnores,
      mimeTypes: settings.mimeTypes,
      // What the repository itself says applies unless the user forbids it.
      enableAutoProps: !state.noAutoProps,
      ...(settings.enableAutoProps
        ? {
            autoProps: settings.autoProps.map(({ pattern, properties }) => ({
              pattern,
              properties: new Map(properties),
            })),
          }
        : {}),
    },
    ...(logEncoding === undefined || logEncoding === '' ? {} : { logEncoding }),
  };
}
