/**
 * Between files on disk and stored bytes: names, ignores, auto-props, mime types, line ends, keywords, links and the
 * executable bit. Knows no store, and touches the disk only to read the runtime configuration.
 */
export { AutoProps, autoPropsFor, type AutoPropsMatch, type AutoPropsRow } from './auto-props/index.js';
export {
  classifyFile,
  classifyLink,
  planImport,
  type ClassifySettings,
  type FileClassification,
} from './classify.js';
export { EolTranslator, nativeEol, parseEolStyle, type Eol, type EolStyle } from './eol/index.js';
export { workingFileErrors } from './errors.js';
export { executableMode, isExecutable, type FileModeStat, type Identity } from './executable/index.js';
export {
  DEFAULT_GLOBAL_IGNORES,
  globMatches,
  matchesAny,
  parsePatternList,
  type GlobOptions,
} from './ignores/index.js';
export {
  buildKeywords,
  KEYWORD_MAX_LENGTH,
  KeywordTranslator,
  type Keywords,
  type KeywordValues,
} from './keywords/index.js';
export { fileExtension, isBinaryData, isBinaryMimeType, parseMimeTypes, SNIFF_BYTES } from './mime/index.js';
export {
  checkLocalPath,
  decodeEntryName,
  decodeUtf8,
  escapeControlCharacters,
  invalidUtf8,
  isAdministrativeName,
} from './names/index.js';
export { planExport, type ExportPlan } from './plan-export.js';
export {
  parseConfigOption,
  readFileSettings,
  readRuntimeConfig,
  type ConfigOptionArgument,
  type FileSettings,
  type ParsedConfigOption,
  type RuntimeConfig,
} from './runtime-config/index.js';
export {
  parseSpecialFile,
  serializeLink,
  SPECIAL_TEXT_MAX,
  SPECIAL_VALUE,
  type SpecialFile,
} from './special-files/index.js';
export {
  catTranslation,
  createTranslator,
  exportTranslation,
  importTranslation,
  translateBytes,
  translateChunks,
  type ExportOptions,
  type KeywordSource,
  type Translation,
  type Translator,
} from './translation/index.js';
