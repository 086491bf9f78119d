/** Work on the files of a tree, spread over threads. */
export { FileBatches, type FileBatchesOptions } from './file-batches.js';
