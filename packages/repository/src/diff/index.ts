/** What differs between two trees of a repository, and how Subversion writes it. */
export { diffTrees, type ResolvedDiffOptions } from './diff-trees.js';
export { DiffFormatter, type DiffFormat, type TextComparer } from './format-difference.js';
