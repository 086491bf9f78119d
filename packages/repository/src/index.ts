/** The public API of Revstore: a Subversion repository as a library. */
export type * from './types.js';
export type * from './interfaces.js';
