import { statSync } from 'node:fs';
import { parseConfigFile } from '@revstore/config-file';
import { isSystemError, RevstoreError } from '@revstore/errors';
import { readWholeFile } from '@revstore/files';

/** The section for hooks that have none of their own. */
const defaultSection = 'default';

/**
 * The environment of a hook as the file `hooks-env` gives it: the options of the hook's own section, or else those of
 * `[default]`; the two are never mixed. Names of sections and variables are taken in the case they have.
 *
 * @param file where the file may be.
 * @returns nothing but what the file says, so an empty environment where there is no file or no section.
 * @throws RevstoreError `Error while parsing config file: …` with its cause.
 * @see libsvn_repos/hooks.c#svn_repos__parse_hooks_env
 */
export function readHookEnvironment(file: string, hook: string): Record<string, string> {
  const bytes = readIfThere(file);
  if (bytes === undefined) return {};
  const config = parseConfigFile(bytes, { name: file, caseSensitive: true });
  const section = config.hasSection(hook) ? hook : defaultSection;
  return Object.fromEntries(config.options(section).map(({ name, value }) => [name, value]));
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    statSync(file);
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
  }
  try {
    return readWholeFile(file);
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
    const row = { code: error.code, kind: error.kind, svn: error.svnCode };
    throw new RevstoreError(row, `Error while parsing config file: ${file}:`, {
      data: { file },
      cause: error,
    });
  }
}
