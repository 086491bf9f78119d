/** The public API of Revstore: a Subversion repository as a library. */
export type * from './api/index.js';
export { createRepository } from './create/index.js';
export { openRepository } from './open/index.js';
export { encodeUriPath, fileUrl, resolveTarget } from './targets/index.js';
