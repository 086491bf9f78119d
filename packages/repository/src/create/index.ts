/** Makes an empty repository: the store, and the directory of templates and notices around it. */
export { checkCompatibleVersion } from './compatible-version.js';
export { createErrors } from './create-errors.js';
export { createRepository } from './create-repository.js';
