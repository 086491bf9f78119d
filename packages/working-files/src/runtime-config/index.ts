/**
 * Subversion's runtime configuration as far as it concerns files: the file `config` in the system's directory
 * (`/etc/subversion`) and the user's (`~/.subversion`), or in the one directory of `--config-dir`. Only ever read.
 */
export { parseConfigOption, type ConfigOptionArgument, type ParsedConfigOption } from './config-option.js';
export { readRuntimeConfig, type RuntimeConfig } from './read.js';
export { readFileSettings, type FileSettings } from './settings.js';
