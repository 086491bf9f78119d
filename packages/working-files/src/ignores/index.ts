/** Which names an import leaves out. Owns no files; the lists come from `config` and from properties. */
export { globMatches, type GlobOptions } from './glob.js';
export { DEFAULT_GLOBAL_IGNORES, matchesAny, parsePatternList } from './pattern-list.js';
