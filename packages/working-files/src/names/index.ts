/** Names of files as the disk gives them, and which of them Subversion refuses. Owns no files. */
export { checkLocalPath, escapeControlCharacters, isAdministrativeName } from './control-characters.js';
export { decodeEntryName, decodeUtf8, invalidUtf8, validUtf8Length } from './utf8.js';
