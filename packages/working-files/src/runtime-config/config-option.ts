import { RevstoreError } from '@revstore/errors';
import { workingFileErrors } from '../errors.js';
import { KNOWN_FILES, KNOWN_OPTIONS, KNOWN_SECTIONS, mostSimilar, OPEN_SECTIONS } from './known-names.js';

/** One `--config-option`. */
export interface ConfigOptionArgument {
  /** `config` or `servers`. */
  readonly file: string;
  readonly section: string;
  readonly option: string;
  readonly value: string;
}

/** What an argument of `--config-option` says. */
export interface ParsedConfigOption {
  readonly option: ConfigOptionArgument;
  /** What svn warns of and goes on (W205000): the first name that it does not know. */
  readonly warning?: RevstoreError;
}

function unknownName(name: string, known: readonly string[]): RevstoreError | undefined {
  if (known.includes(name)) return undefined;
  const similar = mostSimilar(name, known);
  return new RevstoreError(
    workingFileErrors.CL_ARG_PARSING_ERROR,
    `Ignoring unknown value '${name}'${similar === undefined ? '' : `; did you mean '${similar}'?`}`,
    { data: { actual: name } },
  );
}

/**
 * Parses `FILE:SECTION:OPTION=[VALUE]`; none of the names may be empty, and an option has no colon.
 *
 * @throws RevstoreError CL_ARG_PARSING_ERROR (E205000).
 */
export function parseConfigOption(argument: string): ParsedConfigOption {
  const [, file, section, option, value] = /^([^:]+):([^:]+):([^=]+)=(.*)$/s.exec(argument) ?? [];
  if (file === undefined || section === undefined || option === undefined || option.includes(':')) {
    throw new RevstoreError(
      workingFileErrors.CL_ARG_PARSING_ERROR,
      'Invalid syntax of argument of --config-option',
      { data: { actual: argument } },
    );
  }
  const warning =
    unknownName(file, KNOWN_FILES) ??
    unknownName(section, KNOWN_SECTIONS) ??
    (OPEN_SECTIONS.includes(section) ? undefined : unknownName(option, KNOWN_OPTIONS));
  return {
    option: { file, section, option, value: value ?? '' },
    ...(warning === undefined ? {} : { warning }),
  };
}
