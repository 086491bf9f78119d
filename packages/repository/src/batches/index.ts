/** Work on the files of a tree, spread over threads. */
export { FileBatches, type FileBatchesOptions, type StoppableData } from './file-batches.js';
export { StopFlag } from './stop-flag.js';
