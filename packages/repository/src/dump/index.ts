/** Revisions become a dump stream. */
export { dumpRepository, type ResolvedDumpOptions } from './dump-repository.js';
