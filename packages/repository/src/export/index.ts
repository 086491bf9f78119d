/** `svn export`: a tree or file of a revision becomes files on disk. */
export { exportErrors } from './export-errors.js';
export { exportTree, type ResolvedExportOptions } from './export-tree.js';
