/** `svn import`: a folder or file becomes one new revision. */
export { importErrors } from './import-errors.js';
export { importTree } from './import-tree.js';
