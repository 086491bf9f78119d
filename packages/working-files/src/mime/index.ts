/** What type a file's bytes or name make it. Owns no files; reads the text of a `mime-types-file` that it is given. */
export { SNIFF_BYTES, isBinaryData, isBinaryMimeType } from './sniff.js';
export { fileExtension, parseMimeTypes } from './mime-types.js';
