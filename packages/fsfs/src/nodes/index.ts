/** Node-revisions, directories and property lists, parsed and cached. @see structure#Revision file format */
export { Directory, parseDirectory, serializeDirectory, type DirectoryEntry } from './directory.js';
export {
  findNoderevEnd,
  parseNoderev,
  parseRevisionAndPath,
  readStoredFields,
  serializeNoderev,
  serializeNoderevFields,
  type Noderev,
  type NoderevFields,
  type StoredFields,
} from './noderev.js';
export { nodesMadeIn } from './made-nodes.js';
export { NodeReader } from './node-reader.js';
