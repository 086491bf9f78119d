/** From what a user types to a repository and a path in it. */
export { encodeUriPath, fileUrl } from './uri.js';
export { resolveTarget, targetErrors } from './resolve-target.js';
