/**
 * Revision properties, packed and unpacked. Owns `revprops/`.
 *
 * @see structure#Packing revision properties (format 6+)
 */
export { RevpropReader } from './revprop-reader.js';
export { storedTime } from './stored-time.js';
export { parseRevpropPack, packNameOf } from './revprop-pack.js';
