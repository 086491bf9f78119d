/**
 * Rev and pack files: from an item's address to its bytes. Owns `revs/`.
 *
 * @see structure#Addressing modes
 */
export type { ItemFile, ItemLocator } from './item-locator.js';
export { RevisionFile } from './revision-file.js';
export { RevisionFiles } from './revision-files.js';
