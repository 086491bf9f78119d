/** Commits of new files and directories given as edits. */
export { checkProperty, propertyErrors } from './check-property.js';
export { commitEdits, commitProperties } from './commit-edits.js';
