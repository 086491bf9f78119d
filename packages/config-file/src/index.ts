/** Subversion's dialect of configuration files: parsing, merging, expansion, and values as booleans and integers. */
export { configErrors } from './errors.js';
export { ConfigFile, mergeConfig, type ConfigFileOptions, type ConfigOption } from './config-file.js';
export { parseConfigFile, type ParseConfigOptions } from './parse.js';
export { int32Range, parseBooleanWord, parseInteger, type IntegerRange } from './values.js';
