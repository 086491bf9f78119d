/** Node-revisions, directories and property lists, parsed and cached. @see structure#Revision file format */
export { Directory, parseDirectory, serializeDirectory, type DirectoryEntry } from './directory.js';
export { findNoderevEnd, parseNoderev, serializeNoderev, type Noderev } from './noderev.js';
export { NodeReader } from './node-reader.js';
