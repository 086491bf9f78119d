/** From paths to nodes in one revision, and the history of a path. @see structure#Copy-IDs and copy roots */
export { RevisionTree, type PathStep } from './revision-tree.js';
export { pathHistory, locatePath, type HistoryPoint } from './history.js';
