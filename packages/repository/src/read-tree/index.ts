/** Reading a tree in full without keeping anything. */
export { readTree, type ResolvedReadTreeOptions } from './read-tree.js';
