/** `svn import`: a folder or file becomes one new revision. */
export { readLinkTarget, SourceFile } from './file-reader.js';
export { importErrors } from './import-errors.js';
export { importTree } from './import-tree.js';
export { sourceEntries, sourceKind, unknownType, type SourceKind } from './source-tree.js';
