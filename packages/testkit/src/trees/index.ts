/** Trees of files that tests and benchmarks import, and the comparison of two trees. */
export { compareTrees, type CompareOptions } from './compare-trees.js';
export { incompressibleBytes, random, sourceText, type Random } from './random.js';
export { awkwardNames, deepTree, sampleTrees, sourceTree, wideTree } from './sample-trees.js';
export { writeSparseFile, writeTree, type TreeEntry } from './tree.js';
