/** Commits of new files and directories given as edits. */
export { commitEdits, commitProperties } from './commit-edits.js';
