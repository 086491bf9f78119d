import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '@revstore/command-line';
import { readRuntimeConfig, type RuntimeConfig } from '@revstore/working-files';
import type { RepoState } from './repo-state.js';

/** Where Subversion's configuration of the whole system is. */
const SYSTEM_DIRECTORY = '/etc/subversion';

/**
 * Reads the configuration of the system and the user, or that of `--config-dir` alone, and applies the options for it.
 * Nothing is ever written there.
 *
 * @throws RevstoreError for a file that cannot be understood.
 */
export async function readConfiguration(state: RepoState, report: Report): Promise<RuntimeConfig['config']> {
  const directories =
    state.configDirectory === undefined
      ? [SYSTEM_DIRECTORY, join(homedir(), '.subversion')]
      : [state.configDirectory];
  const { config, warnings } = await readRuntimeConfig(directories, state.configOptions);
  for (const warning of warnings) report.warn(warning);
  return config;
}
