/** Which revision each line of a file comes from. */
export { blameErrors } from './blame-errors.js';
export { readBlame, type ResolvedBlameOptions } from './read-blame.js';
