/** From what a user types to a repository and a path in it. */
export { decodeUriPath, encodeUriPath, fileUrl, pathUrl } from './uri.js';
export { resolveTarget, targetErrors } from './resolve-target.js';
