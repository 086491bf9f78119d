/**
 * Revision properties, packed and unpacked: read and changed. Owns `revprops/`.
 *
 * @see structure#Packing revision properties (format 6+)
 */
export { changeRevprop, type ChangeRevpropOptions, type RevpropStore } from './change-revprop.js';
export { RevpropReader } from './revprop-reader.js';
export { storedTime } from './stored-time.js';
