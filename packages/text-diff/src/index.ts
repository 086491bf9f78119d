/** Differences of texts by lines, found and written as Subversion does; blame. Works on bytes. */
export { BlameLines, type BlameRun } from './blame-lines.js';
export { diffLines, type LineChange } from './diff-lines.js';
export { parseDiffOptions, type DiffOptions } from './diff-options.js';
export { textDiffErrors } from './errors.js';
export {
  formatGitAdded,
  formatGitBinary,
  formatGitDeleted,
  formatGitModified,
  type GitMode,
} from './git-format.js';
export { formatFileLabels, formatIndex, formatLabel } from './labels.js';
export { Lines } from './lines.js';
export {
  formatPropertyChange,
  formatPropertyTitle,
  propertyChanges,
  type PropertyChange,
} from './property-changes.js';
export { formatHunks, type HunkOptions } from './unified.js';
