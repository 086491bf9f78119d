/**
 * Rev and pack files: from an item's address to its bytes. Owns `revs/`.
 *
 * @see structure#Addressing modes
 */
export { RevisionFile } from './revision-file.js';
export { RevisionFiles } from './revision-files.js';
