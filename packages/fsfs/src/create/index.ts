/** Makes an empty store with all its files. */
export { createFilesystem, type CreateFilesystemOptions } from './create-filesystem.js';
