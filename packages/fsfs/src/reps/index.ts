/** Representations: full texts stored plain or as delta chains. @see structure#Revision file format */
export { parseRepresentation, serializeRepresentation, type Representation } from './representation.js';
export { parseRepHeader, repTrailer, serializeRepHeader, type RepHeader } from './rep-header.js';
export { RepReader } from './rep-reader.js';
export { TextCache } from './text-cache.js';
