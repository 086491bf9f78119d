/** Properties that a file gets for its name: the rows of `[auto-props]` and the values of `svn:auto-props`. */
export { autoPropsFor, type AutoPropsMatch } from './match.js';
export { AutoProps, type AutoPropsRow } from './rows.js';
