/** Property lists in Subversion's hash-dump form: revision and node properties, directories, locks, dump records. */
export { proplistErrors } from './errors.js';
export {
  type HashDumpOptions,
  parseHashChanges,
  parseHashDump,
  parseIncrementalHashDump,
  serializeHashChanges,
  serializeHashDump,
  sortedEntries,
} from './hash-dump.js';
