/** A dump stream becomes revisions. */
export { loadErrors } from './load-errors.js';
export { loadStream } from './load-stream.js';
