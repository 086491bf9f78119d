/** Makes an empty store with all its files. */
export { createErrors, createFilesystem, type CreateFilesystemOptions } from './create-filesystem.js';
