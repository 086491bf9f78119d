/** `import --sync`: a tree in the repository is made equal to a local folder or file. */
export { syncTree } from './sync-tree.js';
