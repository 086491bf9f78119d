/** Opening a repository: its `format` file, and the handle behind the public API. */
export { openErrors, readRepositoryFormat } from './repository-format.js';
export { openRepository } from './open-repository.js';
