/** Changes of revision properties, with their hooks. */
export { setRevisionProperty } from './set-revision-property.js';
