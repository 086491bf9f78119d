/** Opening a repository: the handle behind the public API. */
export { openErrors } from './open-errors.js';
export { openRepository } from './open-repository.js';
