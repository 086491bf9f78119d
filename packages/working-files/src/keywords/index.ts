/** Keywords such as `$Rev$`: what `svn:keywords` asks for, their values, and the translator that writes them. */
export { buildKeywords, type Keywords, type KeywordValues } from './build.js';
export { KEYWORD_MAX_LENGTH } from './expand.js';
export { KeywordTranslator } from './keyword-translator.js';
