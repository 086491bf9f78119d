/** The tree of one revision, read like a file system. */
export { StoreView } from './store-view.js';
export { readText } from './read-text.js';
export { TimeSlice } from './time-slice.js';
export { Signatures } from './signatures.js';
