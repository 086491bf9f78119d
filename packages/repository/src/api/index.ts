/** The values and handles of the public API. Types only. */
export type * from './types.js';
export type * from './lock-types.js';
export type * from './dump-types.js';
export type * from './load-types.js';
export type * from './interfaces.js';
export type * from './diff-types.js';
export type * from './blame-types.js';
export type * from './sync-types.js';
